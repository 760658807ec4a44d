/**
 * A search as a film. Each frame enters a square or leaves one, so the film runs both ways; where there were too many to send,
 * a frame holds the whole path at that moment.
 */

/** @typedef {{trials: number, moves: number, backtracks: number}} Tally */
/** @typedef {Omit<import('../../types.js').Answer, 'outcome'> & {outcome: string, refused?: import('../../engine/refused.js').Refusal}} SearchAnswer  how a search ended */
/** @typedef {['e'|'l', string] | ['s', string[], string[]]} Frame  a skip keeps the path before it */

export class Search {
  /** @param {string[]} start  the squares before the first frame */
  constructor(start) {
    /** @type {Frame[]} */
    this.frames = [];
    /** @type {{at: number, tally: Tally}[]} */
    this.tallies = [{ at: 0, tally: { trials: 0, moves: 0, backtracks: 0 } }];
    /** @type {SearchAnswer|null} */
    this.answer = null;
    this.tail = [...start];
    this.path = [...start];
    /** @type {Map<string, number>} */
    this.visits = new Map();
    this.at = 0;
  }

  get length() {
    return this.frames.length;
  }

  /** Leaps there and back so far. */
  get clock() {
    const { tally } = this.tallies[this.tallies.length - 1];
    return tally.moves + tally.backtracks;
  }

  /** @param {string[]} start */
  begin(start) {
    this.tail = [...start];
    this.path = [...start];
  }

  /** @param {{events: ['e'|'l', string][], tried: number[]}} batch  tried: trials by the end of each event */
  add({ events, tried }) {
    let { moves, backtracks } = this.tallies[this.tallies.length - 1].tally;
    events.forEach((event, at) => {
      this.frames.push(event);
      move(this.tail, event);
      if (event[0] === 'e') moves++;
      else backtracks++;
      this.count({ trials: tried[at], moves, backtracks });
    });
  }

  /** @param {{squares: string[]} & Tally} batch */
  skip({ squares, ...tally }) {
    this.frames.push(['s', squares, [...this.tail]]);
    this.tail = [...squares];
    this.count(tally);
  }

  /** The end; of a method that does not go square by square it is all there is to see. @param {SearchAnswer} answer */
  end(answer) {
    this.answer = answer;
    const { squares, stats } = answer;
    if (squares && !this.frames.length && !stats?.backtracks && !stats?.trials) {
      this.begin(squares.slice(0, 1));
      for (const square of squares.slice(1)) this.frames.push(['e', square]);
    } else if (squares && squares.join() !== this.tail.join()) {
      // The last report of a time-lapse may be older than the end of the search.
      this.frames.push(['s', squares, [...this.tail]]);
    }
    if (stats) this.count(stats);
  }

  /** Whether a frame is one of a time-lapse. @param {number} at */
  isLapse(at) {
    return this.frames[at]?.[0] === 's';
  }

  /** What passed unseen at a frame of a time-lapse. @param {number} at  the frame after it @returns {Tally} */
  unseen(at) {
    const [before, after] = [this.tally(at - 1), this.tally(at)];
    return {
      trials: after.trials - before.trials,
      moves: after.moves - before.moves,
      backtracks: after.backtracks - before.backtracks,
    };
  }

  /** Leaps that are frames of their own. */
  get seen() {
    return this.frames.filter(([kind]) => kind !== 's').length;
  }

  /** @param {Tally} tally */
  count({ trials, moves, backtracks }) {
    this.tallies.push({ at: this.frames.length, tally: { trials, moves, backtracks } });
  }

  /** The path at a frame. @param {number} at */
  seek(at) {
    for (; this.at < at; this.at++) {
      const frame = this.frames[this.at];
      move(this.path, frame);
      if (frame[0] === 'e') this.visits.set(frame[1], (this.visits.get(frame[1]) ?? 0) + 1);
    }
    for (; this.at > at; this.at--) {
      const frame = this.frames[this.at - 1];
      if (frame[0] === 'e') {
        this.path.pop();
        this.visits.set(frame[1], (this.visits.get(frame[1]) ?? 1) - 1);
      } else if (frame[0] === 'l') this.path.push(frame[1]);
      else if (frame[0] === 's') this.path = [...frame[2]];
    }
    return this.path;
  }

  /** The counters at a frame, interpolated between two reports. @param {number} at @returns {Tally} */
  tally(at) {
    const { before, after, share } = this.around(at, (report) => report.at);
    const between = (/** @type {keyof Tally} */ name) =>
      Math.round(before.tally[name] + share * (after.tally[name] - before.tally[name]));
    return {
      trials: between('trials'),
      moves: between('moves'),
      backtracks: between('backtracks'),
    };
  }

  /** The frame after a number of leaps. @param {number} leaps */
  frameAt(leaps) {
    const { before, after, share } = this.around(
      leaps,
      ({ tally }) => tally.moves + tally.backtracks,
    );
    return before.at + Math.floor(share * (after.at - before.at));
  }

  /**
   * The two reports around a value that grows with them, and how far between them it is.
   * @param {number} value
   * @param {(report: {at: number, tally: Tally}) => number} of
   */
  around(value, of) {
    const { tallies } = this;
    let low = 0;
    for (let high = tallies.length; high - low > 1;) {
      const middle = (low + high) >> 1;
      if (of(tallies[middle]) <= value) low = middle;
      else high = middle;
    }
    const before = tallies[low];
    const after = tallies[Math.min(low + 1, tallies.length - 1)];
    return {
      before,
      after,
      share: of(after) > of(before) ? (value - of(before)) / (of(after) - of(before)) : 0,
    };
  }

  /** How often squares off the path were entered, from 0 to a half. */
  heat() {
    const on = new Set(this.path);
    const off = [...this.visits].filter(([square, visits]) => visits > 0 && !on.has(square));
    const most = Math.max(2, ...this.visits.values());
    return new Map(
      off.map(([square, visits]) => [
        square,
        0.08 + (0.42 * Math.log1p(visits)) / Math.log1p(most),
      ]),
    );
  }
}

/** @param {string[]} path @param {Frame} frame */
function move(path, frame) {
  if (frame[0] === 'e') path.push(frame[1]);
  else if (frame[0] === 'l') path.pop();
  else path.splice(0, path.length, ...frame[1]);
}
