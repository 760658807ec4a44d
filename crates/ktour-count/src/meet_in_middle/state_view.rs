//! The views of a state of the glued frontier: as it is, or as one of its images.

/// View of a state: as a near half, as the far half that fits it, or as the mirror image of one of these.
pub(crate) struct StateView {
    /// Whether it is seen as it is.
    pub(crate) is_own: bool,
    pub(crate) is_far: bool,
    /// Which slot comes to which.
    pub(crate) order: Vec<u8>,
}

impl StateView {
    /// The unchanged state, for a near half.
    pub(super) fn near(slots: usize) -> StateView {
        StateView::new((0..slots as u8).collect(), false)
    }

    /// The state as a far half, given the slot that corresponds to each slot of the near one.
    pub(super) fn far(image: Vec<u8>) -> StateView {
        StateView::new(image, true)
    }

    /// These; and the same flipped, if there is a flip.
    pub(super) fn with_flipped(mut views: Vec<StateView>, flip: Option<&[u8]>) -> Vec<StateView> {
        if let Some(flip) = flip {
            let flipped = |view: &StateView| {
                let order = view.order.iter().map(|&slot| flip[slot as usize]).collect();
                StateView::new(order, view.is_far)
            };
            views.extend(views.iter().map(flipped).collect::<Vec<_>>());
        }
        views
    }

    fn new(order: Vec<u8>, is_far: bool) -> StateView {
        let is_own = order.iter().enumerate().all(|(slot, &from)| slot == from as usize);
        StateView { is_own, is_far, order }
    }
}
