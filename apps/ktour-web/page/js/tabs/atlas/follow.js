/** Follows the knight along the tour. */

import { createLatest, isCancelled } from '../../engine/latest.js';

const BATCH_LEAPS = 500;
const MAX_TRAIL = 60;

/**
 * @param {{board: string, method: string}} puzzle
 * @param {{squares: string, kind: string}} tour
 * @param {{leapt: (x: number, y: number, step: bigint) => void, failed: (error: any) => void}} on
 */
export function createFollower(puzzle, tour, on) {
  const paths = createLatest();
  const length = BigInt(tour.squares);
  /** @type {number[][]} */
  let ahead = [];
  /** @type {number[][]} */
  let behind = [];
  /** @type {number[]|null} */
  let knight = null;
  let step = 0n;
  let timer = 0;
  let isLoading = false;
  return {
    get behind() {
      return behind;
    },
    get knight() {
      return knight;
    },
    get step() {
      return step;
    },
    get isFollowing() {
      return timer !== 0;
    },
    start,
    stop,
  };

  /** @param {bigint} from @param {number} pace  milliseconds a leap */
  async function start(from, pace) {
    stop();
    ahead = behind = [];
    step = from - 1n;
    timer = window.setInterval(leap, pace);
    await load();
    leap();
  }

  function stop() {
    paths.stop();
    clearInterval(timer);
    timer = 0;
  }

  function leap() {
    const next = ahead.shift();
    if (next) {
      if (knight && behind.length) behind = [...behind.slice(1 - MAX_TRAIL), knight];
      else if (knight && step > 0n) behind = [knight];
      knight = next;
      step = step === length ? 1n : step + 1n;
      on.leapt(next[0], next[1], step);
    }
    if (ahead.length < BATCH_LEAPS / 4) load();
  }

  async function load() {
    const from = step + BigInt(ahead.length) + 1n;
    if (isLoading) return;
    isLoading = true;
    try {
      const at = ((from - 1n) % length) + 1n;
      const { places } = await paths.ask('atlas/path', {
        ...puzzle,
        step: String(at),
        count: BATCH_LEAPS,
      });
      ahead = [...ahead, ...places];
    } catch (error) {
      if (isCancelled(error)) return;
      stop();
      on.failed(error);
    } finally {
      isLoading = false;
    }
  }
}
