//! The questions about a board or one tour.

use super::shapes::{json, schema};
use crate::{
    END, Question,
    ReplyShape::{self, Bytes},
    WORKING, WorkingDocument,
    at::AtDocument,
    atlas,
    atlas::AtlasDocument,
    atlas::BlocksDocument,
    atlas::PathDocument,
    atlas::StepsDocument,
    document::OutcomeDocument,
    exists,
    exists::ExistsDocument,
    exists::TableDocument,
    merge,
    merge::MergeDocument,
    refused::RefusedDocument,
    starts,
    starts::StartsDocument,
    trace,
    trace::SkipDocument,
    trace::StepDocument,
};

/// Parameters of a constructed tour.
const ATLAS: &[&str] = &["board", "holes", "leaper", "kind", "start", "end", "method"];

/// Questions about a board or one tour, whose engines have little code.
pub const LIGHT_QUESTIONS: &[Question] = &[
    Question {
        name: "solve",
        about: "One verified tour of a board of up to 250000 squares, a reason why there is none, or unknown.",
        words: &[
            "board", "holes", "leaper", "kind", "start", "end", "after", "method", "tie", "order", "tries",
            "best", "seed", "max_time", "measure", "symmetry",
        ],
        example: "board=6&start=a1&method=warnsdorff",
        shape: json::<OutcomeDocument<'_>>(),
        read: crate::solve::prepare,
    },
    Question {
        name: "exists",
        about: "Whether closed and open tours exist on a board of any size, and why not.",
        words: &["board", "holes", "leaper", "kind", "start", "end", "after", "max_time"],
        example: "board=4x4",
        shape: json::<ExistsDocument>(),
        read: exists::prepare,
    },
    Question {
        name: "table",
        about: "The class of every rectangle up to a size: c closed, e closed with one square missing, o open, x none.",
        words: &["size"],
        example: "size=8x8",
        shape: json::<TableDocument>(),
        read: exists::prepare_table,
    },
    Question {
        name: "starts",
        about: "Yes or no for every starting square of a board of up to 1600 squares.",
        words: &[
            "board", "holes", "leaper", "kind", "end", "method", "tie", "order", "tries", "seed", "max_time",
        ],
        example: "board=5",
        shape: json::<StartsDocument>(),
        read: starts::prepare,
    },
    Question {
        name: "at",
        about: "One step, or one square, of the tour of a board of any size.",
        words: &["board", "holes", "leaper", "kind", "start", "end", "method", "step", "square"],
        example: "board=1000000000&step=1000000",
        shape: json::<AtDocument>(),
        read: crate::at::prepare,
    },
    Question {
        name: "merge",
        about: "A structured tour level by level: parts, leaps removed and added, result.",
        words: &["board", "holes"],
        example: "board=12",
        shape: json::<MergeDocument>(),
        read: merge::prepare,
    },
    Question {
        name: "atlas",
        about: "The tour of a board of up to 4000000000 a side that the atlas shows, or why there is none.",
        words: ATLAS,
        example: "board=1000000000",
        shape: json::<AtlasDocument>(),
        read: atlas::prepare,
    },
    Question {
        name: "atlas/tile",
        about: "The positions of the squares of a raster along the tour, as two bytes each, the lower first: the part of a period that has passed, 65535 if there is no square. Columns and rows count from the top left.",
        words: &[
            "board", "holes", "leaper", "kind", "start", "end", "method", "x", "y", "stride", "side",
            "period",
        ],
        example: "board=1000000000&x=0&y=0&stride=1000000&side=16",
        shape: Bytes,
        read: atlas::prepare_tile,
    },
    Question {
        name: "atlas/steps",
        about: "The steps of the squares of a rectangle, row by row from the top left, 4096 at most.",
        words: &["board", "holes", "leaper", "kind", "start", "end", "method", "x", "y", "width", "height"],
        example: "board=1000000000&x=500&y=500&width=4&height=2",
        shape: json::<StepsDocument>(),
        read: atlas::prepare_steps,
    },
    Question {
        name: "atlas/blocks",
        about: "The blocks in a rectangle as column, row, width and height, and the leaps that join them.",
        words: &[
            "board", "holes", "leaper", "kind", "start", "end", "method", "x", "y", "width", "height",
            "side", "most",
        ],
        example: "board=1000000000&x=500&y=500&width=10&height=10",
        shape: json::<BlocksDocument>(),
        read: atlas::prepare_blocks,
    },
    Question {
        name: "atlas/path",
        about: "The columns and rows of the squares from a step on.",
        words: &["board", "holes", "leaper", "kind", "start", "end", "method", "step", "count"],
        example: "board=1000000000&step=1000000000000&count=3",
        shape: json::<PathDocument>(),
        read: atlas::prepare_path,
    },
    Question {
        name: "trace",
        about: "A search square by square as it happens, in time-lapse if it is long.",
        words: &[
            "board", "holes", "leaper", "kind", "start", "end", "after", "method", "tie", "order", "tries",
            "seed", "max_time", "events",
        ],
        example: "board=5&start=a1&events=1000",
        shape: ReplyShape::Events(&[
            ("step", schema::<StepDocument>()),
            ("skip", schema::<SkipDocument>()),
            (END, schema::<OutcomeDocument<'_>>()),
            (WORKING, schema::<WorkingDocument>()),
            ("error", schema::<RefusedDocument>()),
        ]),
        read: trace::prepare,
    },
];
