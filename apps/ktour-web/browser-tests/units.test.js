/** The page's pure parts, each against the obvious way. */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import {
  canEnter,
  change,
  enter,
  isDone,
  legalSquares,
  newGame,
  redo,
  undo,
} from '../page/js/tabs/play/game.js';
import { Search } from '../page/js/tabs/solve/search.js';
import {
  matrix,
  place,
  readBoard,
  readSquare,
  squareName,
  withHole,
} from '../page/js/lib/square.js';
import { fromText, inverted, mirrored } from '../page/js/board/shapes.js';
import { qrCode } from '../page/js/lib/qr.js';
import { weave } from '../page/js/board/weave.js';
import { commandOf } from '../page/js/lib/command.js';
import { chooseLanguage, translator } from '../page/js/lib/i18n.js';
import { sentence } from '../page/js/lib/reason.js';
import { Refused, refusal } from '../page/js/engine/refused.js';
import { PAGE, PROGRAM } from './harness.js';
import { lawOf, lineText, figureText } from '../page/js/tabs/lab/text.js';

/** What is random here follows from a number, which a test that fails prints: `SEED=… node --test units.test.js` does it again. */
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31) || 1;
let state = SEED;
/** Marsaglia's xorshift, from 0 to 1. */
function random() {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
}

test('names of squares can be read back, beyond z and zz', () => {
  for (const file of [0, 25, 26, 27, 51, 52, 701, 702, 703, 18277, 18278])
    assert.deepEqual(place(squareName(file, 6)), { file, rank: 6 });
  assert.deepEqual(
    ['a1', 'z1', 'aa1', 'zz1', 'aaa1'],
    [0, 25, 26, 701, 702].map((file) => squareName(file, 0)),
  );
});

test('a link with a board out of bounds opens another, and says which was asked for', () => {
  const usual = { files: 8, ranks: 8, holes: [] };
  const read = (/** @type {string} */ parameters) =>
    readBoard(new URLSearchParams(parameters), usual);
  assert.deepEqual(read('board=5x4&holes=a1,zz9,a1,rubbish'), {
    board: { files: 5, ranks: 4, holes: ['a1'] },
    undrawnBoard: '',
  });
  assert.deepEqual(read('board=999x999'), { board: usual, undrawnBoard: '999×999' });
  assert.deepEqual(read('board=1x9'), { board: usual, undrawnBoard: '1×9' });
  assert.deepEqual(read('board=rubbish'), { board: usual, undrawnBoard: 'rubbish' });
  assert.deepEqual(read('board=6&leaper=2,3').board, {
    files: 6,
    ranks: 6,
    holes: [],
    leaper: '2,3',
  });
  assert.deepEqual(withHole(withHole(usual, 'c3'), 'c3'), usual);
});

test('a square is read as people write it, and a tour is a matrix as it is printed', () => {
  const board = { files: 3, ranks: 4, holes: ['b2'] };
  assert.deepEqual(
    ['c4', ' C4 ', '2,0', '(0,3)', 'b2', 'd1', '3,0', 'x'].map((text) => readSquare(board, text)),
    ['c4', 'c4', 'c4', 'a1', '', '', '', ''],
  );
  assert.equal(matrix(board, ['a1', 'b3', 'c1']), '. . .\n. 2 .\n. . .\n1 . 3');
});

test('a board out of a text has holes where there are no dots', () => {
  assert.deepEqual(fromText('.#.\n...\n'), { files: 3, ranks: 2, holes: ['b2'] });
  assert.equal(fromText('Dear Sir'), null);
  assert.deepEqual(mirrored({ files: 4, ranks: 1, holes: ['a1'] }).holes, ['a1', 'd1']);
  assert.deepEqual(inverted({ files: 2, ranks: 2, holes: ['a1', 'b2'] }).holes, ['b1', 'a2']);
});

test('a woven tour goes under at every crossing once, and over and under alternate', () => {
  const ring = ['a1', 'b3', 'c1', 'a2', 'c3', 'b1', 'a3', 'c2'];
  const points = ring.map(
    (square) => /** @type {[number, number]} */ ([place(square).file, place(square).rank]),
  );
  const seen = weave(points, true);
  // Sixteen crossings: every leap is crossed by four others, and goes under two of them.
  assert.deepEqual(
    seen.map((stretches) => stretches.length),
    ring.map(() => 3),
  );
  for (const stretches of seen)
    for (const [from, to] of stretches) assert.ok(0 <= from && from < to && to <= 1);
  assert.equal(weave(points, false).length, 7);
});

test('a QR code is, module by module, the one that another program draws', () => {
  // segno 1.6.6: make_qr('knight tour a1 c2', error='l', mode='byte', mask=3)
  const theirs = [
    '#######.##....#######',
    '#.....#..##...#.....#',
    '#.###.#.#.#...#.###.#',
    '#.###.#.#.#.#.#.###.#',
    '#.###.#.#..##.#.###.#',
    '#.....#.......#.....#',
    '#######.#.#.#.#######',
    '.....................',
    '####..#.#.#..#..###.#',
    '##..##.#####.#..##..#',
    '.#..######.#..##.####',
    '#####...#.##....##..#',
    '.###..##..#.#.##....#',
    '........##.###..###..',
    '#######...##..#.##...',
    '#.....#..##.##.#.###.',
    '#.###.#...##.#.#.##.#',
    '#.###.#.###.#..#.#...',
    '#.###.#.#...##...#...',
    '#.....#.#######.....#',
    '#######.#.#...#...#..',
  ];
  assert.deepEqual(
    qrCode('knight tour a1 c2', 3)?.map((row) =>
      row.map((isDark) => (isDark ? '#' : '.')).join(''),
    ),
    theirs,
  );
  assert.equal(qrCode('x'.repeat(2953))?.length, 177);
  assert.equal(qrCode('x'.repeat(2954)), null);
});

/** A search of random events, as a list of paths and as the page keeps it. */
function searched() {
  const search = new Search(['a1']);
  const paths = [['a1']];
  let [moves, backtracks] = [0, 0];
  let path = ['a1'];
  for (let batch = 0; batch < 60; batch++) {
    if (batch % 7 === 6) {
      path = Array.from({ length: 1 + Math.floor(random() * 9) }, (_, at) => `s${at}`);
      moves += 1000;
      paths.push([...path]);
      search.skip({ squares: [...path], trials: moves * 8 + backtracks, moves, backtracks });
      continue;
    }
    /** @type {['e'|'l', string][]} */
    const events = [];
    const tried = [];
    for (let n = 0; n < 20; n++) {
      if (path.length > 1 && random() < 0.45) {
        events.push(['l', path[path.length - 1]]);
        path = path.slice(0, -1);
        backtracks++;
      } else {
        const square = squareName(Math.floor(random() * 8), Math.floor(random() * 8));
        events.push(['e', square]);
        path = [...path, square];
        moves++;
      }
      paths.push([...path]);
      tried.push(moves * 8 + backtracks);
    }
    search.add({ events, tried });
  }
  return { search, paths };
}

test('a film runs both ways: any frame is what replaying from the start gives', () => {
  const { search, paths } = searched();
  assert.equal(search.length, paths.length - 1);
  for (let n = 0; n < 500; n++) {
    const at = Math.floor(random() * paths.length);
    assert.deepEqual(search.seek(at), paths[at], `frame ${at}, SEED=${SEED}`);
  }
});

test('the counters of a frame are those of the engine', () => {
  const { search } = searched();
  for (let at = 0; at <= search.length; at++) {
    const { trials, moves, backtracks } = search.tally(at);
    assert.equal(trials, moves * 8 + backtracks, `frame ${at}, SEED=${SEED}`);
  }
});

test('the frame after n leaps has n leaps, or precedes a time-lapse', () => {
  const { search } = searched();
  for (let leaps = 0; leaps <= search.clock; leaps += 37) {
    const frame = search.frameAt(leaps);
    const { moves, backtracks } = search.tally(frame);
    assert.ok(moves + backtracks <= leaps, `${leaps}, SEED=${SEED}`);
    assert.ok(moves + backtracks === leaps || search.isLapse(frame), `${leaps}, SEED=${SEED}`);
  }
});

const leaps = {
  a1: ['b3', 'c2'],
  b3: ['a1', 'c1'],
  c2: ['a1', 'a3'],
  a3: ['c2', 'b1'],
  b1: ['a3', 'c3'],
  c3: ['b1', 'a2'],
  a2: ['c3', 'c1'],
  c1: ['a2', 'b3'],
  b2: [],
};
const facts = { leaps, squares: Object.keys(leaps) };

test('a game is played, taken back and played again', () => {
  const ring = newGame({ files: 3, ranks: 3, holes: ['b2'] });
  let game = ring;
  for (const square of ['a1', 'b3', 'c1', 'a2', 'c3', 'b1', 'a3', 'c2']) {
    assert.ok(canEnter(game, square, facts));
    const before = game.squares;
    const next = enter(game, square, 0);
    assert.deepEqual(undo(next, 0).squares, before);
    game = redo(undo(next, 0), 0);
    assert.deepEqual(game.squares, next.squares);
  }
  assert.ok(isDone(game));
  assert.equal(legalSquares(game, facts).size, 0);
  assert.ok(!canEnter(ring, 'b2', facts));
  // A new beginning by mistake loses nothing, even after a move and another new beginning.
  const again = change(enter(change(game, game.board, 0), 'a1', 0), game.board, 0);
  assert.deepEqual(again.squares, []);
  assert.deepEqual(undo(again, 0).squares, ['a1']);
  assert.deepEqual(undo(undo(undo(again, 0), 0), 0).squares, game.squares);
});

test('languages are chosen by what the reader speaks; numbers and plurals follow', () => {
  assert.equal(chooseLanguage(['fr-FR', 'it-CH', 'en']), 'it');
  assert.equal(chooseLanguage(['zh-Hant-TW']), 'zh');
  assert.equal(chooseLanguage(['fr']), 'en');
  assert.equal(chooseLanguage([undefined, 7, 'vi', 'it']), 'vi', 'whatever was kept');
  const t = translator('it', {
    moves: { one: '{n} mossa', many: '{n} mosse', other: '{n} mosse' },
  });
  assert.deepEqual(
    [1, 2, 12345].map((n) => t('moves', { n })),
    ['1 mossa', '2 mosse', '12.345 mosse'],
  );
});

test('a finding is in the words and numbers of the language', () => {
  const texts = {
    'finding.by': '{board} con {method} dopo {limit}{detail}',
    'finding.detail': ', {range}',
    'finding.range': 'da {low} a {high}',
    'method.exact': 'Ricerca esatta',
    'tie.far': 'lontana',
  };
  const t = translator('it', texts);
  const range = {
    line: { code: 'range', facts: { low: { percent: 0.5 }, high: { exact: 0.97907 } } },
  };
  const line = {
    code: 'by',
    facts: {
      board: { name: '6x6' },
      method: { method: 'exact' },
      limit: { limit: 0.05 },
      detail: { line: { code: 'detail', facts: { range } } },
    },
  };
  assert.equal(
    lineText(t, line).replaceAll('\u00a0', ' '),
    '6×6 con Ricerca esatta dopo 0,05 s, da 50,0% a 97,907%',
  );
  const cells = [
    'nothing',
    { tie: 'far' },
    { count: 25936255 },
    { seconds: 0.001234 },
    { seconds: 123.4 },
    { times: 1234.5 },
    { over: { number: 2.3456 } },
    { decimal: { value: -12, digits: 1 } },
  ];
  assert.deepEqual(
    cells.map((cell) => figureText(t, /** @type {any} */ (cell))),
    ['', 'lontana', '25.936.255', '1,23 ms', '123 s', '1.235', '> 2,35', '-12,0'],
  );
  assert.equal(figureText(t, { either: [{ name: 'a' }, { name: 'b' }] }), 'a o b');
});

test('a law is named only where the times leave no doubt', () => {
  const [kept] = JSON.parse(readFileSync(`${PAGE}data/growth.json`, 'utf8')).lines;
  const { verdict } = kept.facts;
  const line = (/** @type {any} */ facts) => ({
    ...kept,
    facts: {
      verdict,
      error: { line: { code: 'predicted', facts: { error: { percent: 0.05 } } } },
      caution: 'nothing',
      ...facts,
    },
  });
  assert.equal(lawOf(line({})), 'linear');
  assert.equal(
    lawOf(line({ verdict: { line: { ...verdict.line, code: 'law-rivalled' } } })),
    undefined,
  );
  assert.equal(lawOf(line({ caution: { line: { code: 'beyond-trust', facts: {} } } })), undefined);
  for (const bad of [{ percent: 0.2 }, { line: { code: 'off-by-a-factor', facts: {} } }])
    assert.equal(
      lawOf(line({ error: { line: { code: 'predicted', facts: { error: bad } } } })),
      undefined,
    );
  assert.equal(lawOf({ code: 'too-few-sizes', facts: {} }), undefined);
});

test('a refusal is a code and facts; an unknown one has a sentence too', () => {
  const t = translator('en', JSON.parse(readFileSync(`${PAGE}i18n/en.json`, 'utf8')));
  const refused = new Refused({
    error: 'ready-made',
    code: 'word-no-number',
    facts: { word: 'seed', text: '-1', most: 9 },
  });
  assert.equal(refusal(t, refused), '“Seed” is -1, and should be a whole number from 0 to 9.');
  assert.equal(
    refusal(t, {
      code: 'not-a-tour',
      facts: { step: 3, code: 'tour-not-a-leap', from: 'b3', to: 'c4', what: 'ready-made' },
    }),
    'This is not a tour. Step 3: b3 to c4 is not a leap.',
  );
  assert.equal(
    refusal(t, { code: 'of-tomorrow', error: 'ready-made' }),
    'The server does not answer this question.',
  );
  assert.match(
    refusal(t, /** @type {any} */ (new TypeError('Failed to fetch'))),
    /^The server does not answer, or its answer broke off/,
  );
});

test('a reason names no more squares than a person reads', () => {
  const t = translator('en', JSON.parse(readFileSync(`${PAGE}i18n/en.json`, 'utf8')));
  const squares = Array.from({ length: 30 }, (_, file) => squareName(file, 0));
  const lineText = sentence(t, { code: 'shortage', certificate: { squares, givers: [] } });
  assert.match(lineText, /^No two of the 30 squares a1, b1, .*, j1, and 20 more are a leap apart/);
  const few = (/** @type {string[]} */ squares, /** @type {string[]} */ givers) =>
    sentence(t, { code: 'shortage', certificate: { squares, givers } });
  assert.equal(few(['a1'], []), 'a1 needs more leaps than it can have.');
  assert.match(
    few(['a1', 'b1', 'c1'], ['b3']),
    /more leaps than b3 and all leaps to other squares can supply/,
  );
});

test('every command that is shown is accepted by the program, and means the same', () => {
  const folder = mkdtempSync(`${tmpdir()}/commands-`);
  /** @type {[question: string, parameters: Record<string, string|number|boolean|string[]>, command: string][]} */
  const shown = [
    [
      'solve',
      {
        board: '5x6',
        holes: ['a1', 'c3'],
        leaper: '1,2',
        kind: 'open',
        method: 'auto',
        max_time: '1s',
      },
      'ktour solve 5x6 --holes a1,c3 --leaper 1,2 --open',
    ],
    [
      'solve',
      {
        board: '5x5',
        start: 'a1',
        method: 'backtrack',
        order: '1,2 2,1 2,-1 1,-2 -1,-2 -2,-1 -2,1 -1,2',
      },
      "ktour solve 5x5 --start a1 --method backtrack --order '1,2 2,1 2,-1 1,-2 -1,-2 -2,-1 -2,1 -1,2'",
    ],
    [
      'solve',
      { board: '6x6', seed: '7', symmetry: 'half-turn' },
      'ktour solve 6x6 --seed 7 --symmetry half-turn',
    ],
    [
      'solve',
      { board: '5x6', best: 'fewest-turns', tries: 1 },
      'ktour solve 5x6 --fewest turns --tries 1',
    ],
    [
      'trace',
      { board: '5x5', start: 'a1', method: 'warnsdorff', tie: 'far', max_time: '10s' },
      'ktour solve 5x5 --start a1 --method warnsdorff --tie far --trace -o search.gif',
    ],
    ['merge', { board: '12x12' }, 'ktour solve 12x12 --method parberry --steps'],
    ['proof', { board: '4x4', kind: 'closed' }, 'ktour solve 4x4 --closed --proof DIR'],
    ['exists', { board: '6x7', max_time: '1s' }, 'ktour exists 6x7'],
    ['table', { size: '4x4' }, 'ktour exists --table 4x4'],
    ['starts', { board: '5x5', end: 'c3', kind: 'open' }, 'ktour starts 5x5 --end c3 --open'],
    [
      'at',
      { board: '100x100', method: 'divide', square: 'c3' },
      'ktour at 100x100 --method divide --square c3',
    ],
    [
      'atlas',
      { board: '100x100', method: 'parberry' },
      'ktour at 100x100 --method parberry --step 1',
    ],
    [
      'count',
      { board: '5x6', kind: 'closed', symmetry: 'yes' },
      'ktour count 5x6 --closed --symmetry',
    ],
    [
      'sample',
      { board: '5x6', kind: 'closed', n: 1, seed: 3 },
      'ktour sample 5x6 --closed -n 1 --seed 3',
    ],
    [
      'tours',
      { board: '5x6', kind: 'closed', unique: true, limit: 24, skip: 0, measure: true },
      'ktour enumerate 5x6 --closed --unique',
    ],
    [
      'lab/warnsdorff',
      { sizes: '5..6', tries: '4' },
      'ktour lab warnsdorff --sizes 5..6 --tries 4',
    ],
    [
      'lab/backtracking',
      { boards: '5x5', max_time: '1s' },
      'ktour lab backtracking --boards 5x5 --max-time 1s',
    ],
  ];
  for (const [question, parameters, command] of shown) {
    assert.equal(commandOf({ question, parameters }), command);
    const { status, stderr } = spawnSync(command.replace('ktour', PROGRAM), {
      shell: true,
      cwd: folder,
      encoding: 'utf8',
    });
    // A no is an answer as well.
    assert.ok(status === 0 || status === 1, `${command}: ${stderr}`);
  }
  assert.equal(
    commandOf({ question: 'lab/race', parameters: { board: "5'; echo" } }),
    "ktour lab race --board '5'\\''; echo'",
    'a word of a link stays a word',
  );
  assert.equal(commandOf({ question: 'hint', parameters: { board: '8x8' } }), '');
  rmSync(folder, { recursive: true });
});
