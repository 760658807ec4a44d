/**
 * A lane: one worker, and the questions that are before it.
 *
 * A worker that computes hears nothing. A question that is taken back while it is worked on gets a moment to end by itself,
 * unless it has said already that it takes longer; then its worker is ended and a fresh one takes over, and what only waited there is asked again. Where another question has begun
 * to tell its events the worker stays: each has its slice in turn, and the end comes with the next. Of those, and of what broke
 * the engine, it is said that the engine stopped where the worker dies by itself.
 *
 * @typedef {import('./desk.js').Message} Message
 * @typedef {import('./desk.js').Pulled} Pulled
 * @typedef {{postMessage: (message: Message) => void, terminate: () => void}} Hand  a worker, as the lane needs it
 * @typedef {{done: number, share: number}} Working  what was tried, or is done; the share of all is 0 where it is not known
 * @typedef {Pulled|{id: number, working: Working}|{id?: number, trap: string}} Said  by a worker
 * @typedef {(heard: (said: Said) => void, lost: (code: string) => void) => Hand} Hire  how a worker is had
 * @typedef {{id: number, text: string, tell?: (working: Working) => void, isSent: boolean, isTold: boolean, isLong: boolean, isDropped: boolean,
 *   settle: {resolve: (pulled: Pulled) => void, reject: (error: Error) => void}|null}} Job
 */

import { EVENTS } from './desk.js';
import { Refused } from './refused.js';

/** How long a question that was taken back may go on, in milliseconds: most end by themselves, such as tiles, and keep their worker. */
const MOMENT = 40;
/** A worker that has grown so large is not kept when it is idle; its memory cannot shrink. */
const LARGE = 256 * 2 ** 20;

let last = 0;

/**
 * @param {Hire} hire
 * @param {number} most  how many questions may be before the worker at once
 */
export function createLane(hire, most) {
  /** @type {Job[]} */
  let jobs = [];
  /** @type {Hand|null} */
  let hand = null;
  const sent = () => jobs.filter(({ isSent }) => isSent);
  return { open, warm };

  /** A worker that is there before the first question. */
  function warm() {
    if (hand) return;
    const mine = hire(
      (reply) => hand === mine && heard(reply),
      (code) => hand === mine && lost(code, sent()),
    );
    hand = mine;
  }

  /** A question, to be pulled until it is over, or dropped. @param {string} text @param {(working: Working) => void} [tell] */
  function open(text, tell) {
    /** @type {Job} */
    const job = {
      id: ++last,
      text,
      tell,
      isSent: false,
      isTold: false,
      isLong: false,
      isDropped: false,
      settle: null,
    };
    jobs.push(job);
    return { pull: () => pull(job), drop: () => drop(job) };
  }

  /** @param {Job} job @returns {Promise<Pulled>} */
  function pull(job) {
    if (!jobs.includes(job)) return Promise.reject(new Refused({ code: 'engine-stopped' }));
    const answer = new Promise((resolve, reject) => (job.settle = { resolve, reject }));
    if (job.isSent) hand?.postMessage({ id: job.id });
    else send();
    return answer;
  }

  /** Sends what the worker may have before it. */
  function send() {
    const next = jobs
      .filter(({ isSent, settle }) => !isSent && settle)
      .slice(0, most - sent().length);
    for (const job of next) {
      warm();
      job.isSent = true;
      hand?.postMessage({ id: job.id, text: job.text });
    }
  }

  /** @param {Said} reply */
  function heard(reply) {
    const job = jobs.find(({ id }) => id === reply.id);
    if ('trap' in reply)
      return job ? lost('engine-stopped', [job]) : lost('engine-missing', sent());
    if (!job) return;
    job.isLong = 'working' in reply;
    if ('working' in reply) return void (job.isDropped || job.tell?.(reply.working));
    const { settle, isDropped } = job;
    job.settle = null;
    job.isTold = true;
    if (reply.kind !== EVENTS || isDropped) remove(job);
    if (reply.kind === EVENTS && isDropped) hand?.postMessage({ id: job.id, forget: true });
    if (!jobs.length && reply.heap > LARGE) end();
    if (!isDropped) settle?.resolve(reply);
    send();
  }

  /** @param {Job} job */
  function drop(job) {
    if (!jobs.includes(job) || job.isDropped) return;
    job.isDropped = true;
    if (!job.isSent) return remove(job);
    if (!job.settle) {
      remove(job);
      hand?.postMessage({ id: job.id, forget: true });
      return;
    }
    hurry(job, job.isLong ? 0 : MOMENT);
  }

  /** Ends the worker over a question that was taken back, unless another is telling there: slices come in turn. @param {Job} job @param {number} moment */
  function hurry(job, moment) {
    setTimeout(() => {
      if (!jobs.includes(job)) return;
      if (jobs.some(({ isTold, isDropped }) => isTold && !isDropped)) hurry(job, MOMENT);
      else lost('engine-stopped', []);
    }, moment);
  }

  /** The worker is gone, or must go. @param {string} code @param {Job[]} guilty  by whom it went */
  function lost(code, guilty) {
    end();
    const gone = jobs.filter(
      (job) => job.isSent && (job.isDropped || job.isTold || guilty.includes(job)),
    );
    jobs = jobs.filter((job) => !gone.includes(job));
    for (const job of jobs) job.isSent = job.isLong = false;
    for (const { settle, isDropped } of gone) if (!isDropped) settle?.reject(new Refused({ code }));
    // The next question finds a worker; one that could not even begin waits for it.
    if (code === 'engine-stopped') warm();
    send();
  }

  function end() {
    hand?.terminate();
    hand = null;
  }

  /** @param {Job} job */
  function remove(job) {
    jobs = jobs.filter((each) => each !== job);
  }
}
