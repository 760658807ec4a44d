/** The buttons under a film: Restart, Back, Play, Step, Skip to end, a scrubber and a speed. */

import { timer } from 'd3-timer';
import { button, h, rename, setText } from '../../lib/dom.js';

/** Frames a second; the last is at once. */
export const SPEEDS = [1, 2, 4, 10, 30, 100, 1000, 10000, Infinity];
/** Slower than this, a leap is seen as a leap. */
const MAX_ANIMATED_SPEED = 30;

/** How long a leap takes to draw. @param {number} speed  which of the speeds */
export const leapTime = (speed) =>
  SPEEDS[speed] <= MAX_ANIMATED_SPEED ? Math.min(420, 700 / SPEEDS[speed]) : 0;

/**
 * A film is at a frame between its first and its last.
 * @typedef {{first: number, last: number, at: number, isPlaying: boolean, speed: number, isWaiting?: boolean, isStages?: boolean,
 *   rate?: (speed: number, at: number) => number}} Reel  `rate` defaults to the speed
 */

/**
 * @param {import('../../lib/i18n.js').Translate} t
 * @param {{seek: (at: number) => void, play: (isPlaying: boolean) => void, speed: (speed: number) => void}} on
 * @param {(at: number, last: number) => string} caption  the frame as text
 */
export function createPlayer(t, on, caption) {
  /** @type {Reel} */
  let reel = { first: 0, last: 0, at: 0, isPlaying: false, speed: 2 };
  /** @type {import('d3-timer').Timer|null} */
  let running = null;

  const go = (/** @type {number} */ at) => {
    on.play(false);
    on.seek(Math.min(reel.last, Math.max(reel.first, at)));
  };
  const first = button(t('player.restart'), 'restart', () => go(reel.first));
  const back = button(t('player.back'), 'back', () => go(reel.at - 1));
  const play = button(
    t('player.play'),
    'play',
    () => {
      if (!reel.isPlaying && reel.at >= reel.last && !reel.isWaiting) on.seek(reel.first);
      on.play(!reel.isPlaying);
    },
    { class: 'primary' },
  );
  const step = button(t('player.step'), 'step', () => go(reel.at + 1));
  const last = button(t('player.last'), 'last', () => go(reel.last));
  const scrubber = h('input', {
    type: 'range',
    class: 'scrubber',
    'aria-label': t('player.scrubber'),
    oninput: () => go(Number(scrubber.value)),
  });
  const speed = h('input', {
    type: 'range',
    min: 0,
    max: SPEEDS.length - 1,
    step: 1,
    oninput: () => on.speed(Number(speed.value)),
  });
  const pace = h('output', { class: 'fine' });
  const place = h('output', { class: 'fine place' });
  const element = h(
    'section',
    { class: 'card player', 'aria-label': t('player.title') },
    h('div', { class: 'transport' }, first, back, play, step, last),
    scrubber,
    h(
      'div',
      { class: 'row between' },
      place,
      h('label', { class: 'pace' }, h('span', { class: 'fine' }, t('player.speed')), speed, pace),
    ),
  );
  return { element, render, stop, press };

  /** The keys of a film: ← and →, Space, Home and End. @param {string} key */
  function press(key) {
    if (element.hidden) return false;
    const act = {
      ArrowLeft: () => go(reel.at - 1),
      ArrowRight: () => go(reel.at + 1),
      ' ': () => play.click(),
      Home: () => go(reel.first),
      End: () => go(reel.last),
    }[key];
    act?.();
    return !!act;
  }

  /** @param {Reel|null} next */
  function render(next) {
    element.hidden = !next;
    if (!next) return stop();
    reel = next;
    const isAtEnd = reel.at >= reel.last;
    scrubber.min = String(reel.first);
    scrubber.max = String(reel.last);
    scrubber.value = String(reel.at);
    scrubber.setAttribute('aria-valuetext', caption(reel.at, reel.last));
    setText(place, caption(reel.at, reel.last));
    speed.value = String(reel.speed);
    const text =
      SPEEDS[reel.speed] === Infinity
        ? t('player.instant')
        : t(reel.isStages ? 'player.pace.stages' : 'player.pace', { n: SPEEDS[reel.speed] });
    setText(pace, text);
    speed.setAttribute('aria-valuetext', text);
    first.disabled = back.disabled = reel.at <= reel.first;
    step.disabled = last.disabled = isAtEnd;
    rename(
      play,
      t(reel.isPlaying ? 'player.pause' : 'player.play'),
      reel.isPlaying ? 'pause' : 'play',
    );
    if (reel.isPlaying && !running) run();
    if (!reel.isPlaying) stop();
  }

  /** Frames pass at the chosen speed, several at a time where the screen is slower. */
  function run() {
    let shown = 0;
    let due = 0;
    running = timer((elapsed) => {
      const speed = Math.min(SPEEDS[reel.speed], 1e9);
      due += ((elapsed - shown) / 1000) * (reel.rate?.(speed, reel.at) ?? speed);
      shown = elapsed;
      const whole = Math.floor(due);
      if (reel.at >= reel.last && !reel.isWaiting) return on.play(false);
      if (whole < 1) return;
      due -= whole;
      const at = Math.min(reel.last, reel.at + whole);
      if (at !== reel.at) on.seek(at);
      else due = 0;
    });
  }

  function stop() {
    running?.stop();
    running = null;
  }
}
