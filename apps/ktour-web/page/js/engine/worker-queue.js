/**
 * One worker with its queue of requests.
 *
 * A worker that computes receives no messages. A request that is cancelled while it runs has a grace period to end by itself,
 * unless it has reported progress; then its worker is terminated, a new one starts, and requests that only waited are sent again. If another stream has
 * delivered events, the worker stays: the cancelled stream ends with its next slice. If the worker dies by itself, streams that have
 * delivered events, and the request that broke the engine, fail with `engine-stopped`.
 *
 * @typedef {import('./wasm-engine.js').Message} Message
 * @typedef {import('./wasm-engine.js').Pulled} Pulled
 * @typedef {{postMessage: (message: Message) => void, terminate: () => void}} WorkerHandle  the methods of a worker that the queue uses
 * @typedef {{done: number, share: number}} Working  the number of trials or items done; the share of all is 0 if unknown
 * @typedef {Pulled|{id: number, working: Working}|{id?: number, trap: string}} WorkerMessage  from a worker
 * @typedef {(onMessage: (message: WorkerMessage) => void, onLost: (code: string) => void) => WorkerHandle} StartWorker  starts a worker
 * @typedef {{id: number, text: string, onProgress?: (working: Working) => void, isSent: boolean, hasReplied: boolean, isSlow: boolean, isCancelled: boolean,
 *   settle: {resolve: (pulled: Pulled) => void, reject: (error: Error) => void}|null}} Job
 */

import { EVENTS } from './wasm-engine.js';
import { Refused } from './refused.js';

/** Grace period of a cancelled request, in milliseconds; short requests such as tiles end within it and keep their worker. */
const GRACE_MS = 40;
/** Memory above which an idle worker is terminated, because its memory cannot shrink. */
const MAX_IDLE_HEAP_BYTES = 256 * 2 ** 20;

let last = 0;

/**
 * @param {StartWorker} startWorker
 * @param {number} most  maximum number of requests that are sent to the worker at once
 */
export function createWorkerQueue(startWorker, most) {
  /** @type {Job[]} */
  let jobs = [];
  /** @type {WorkerHandle|null} */
  let worker = null;
  const sent = () => jobs.filter(({ isSent }) => isSent);
  return { open, warm };

  /** Starts the worker before the first request. */
  function warm() {
    if (worker) return;
    const started = startWorker(
      (reply) => worker === started && onMessage(reply),
      (code) => worker === started && onLost(code, sent()),
    );
    worker = started;
  }

  /** Queues a request, to be pulled until it is over, or cancelled. @param {string} text @param {(working: Working) => void} [onProgress] */
  function open(text, onProgress) {
    /** @type {Job} */
    const job = {
      id: ++last,
      text,
      onProgress,
      isSent: false,
      hasReplied: false,
      isSlow: false,
      isCancelled: false,
      settle: null,
    };
    jobs.push(job);
    return { pull: () => pull(job), cancel: () => cancel(job) };
  }

  /** @param {Job} job @returns {Promise<Pulled>} */
  function pull(job) {
    if (!jobs.includes(job)) return Promise.reject(new Refused({ code: 'engine-stopped' }));
    const answer = new Promise((resolve, reject) => (job.settle = { resolve, reject }));
    if (job.isSent) worker?.postMessage({ id: job.id });
    else send();
    return answer;
  }

  /** Sends waiting requests, up to the limit. */
  function send() {
    const next = jobs
      .filter(({ isSent, settle }) => !isSent && settle)
      .slice(0, most - sent().length);
    for (const job of next) {
      warm();
      job.isSent = true;
      worker?.postMessage({ id: job.id, text: job.text });
    }
  }

  /** @param {WorkerMessage} reply */
  function onMessage(reply) {
    const job = jobs.find(({ id }) => id === reply.id);
    if ('trap' in reply)
      return job ? onLost('engine-stopped', [job]) : onLost('engine-missing', sent());
    if (!job) return;
    job.isSlow = 'working' in reply;
    if ('working' in reply) return void (job.isCancelled || job.onProgress?.(reply.working));
    const { settle, isCancelled } = job;
    job.settle = null;
    job.hasReplied = true;
    if (reply.kind !== EVENTS || isCancelled) remove(job);
    if (reply.kind === EVENTS && isCancelled) worker?.postMessage({ id: job.id, forget: true });
    if (!jobs.length && reply.heap > MAX_IDLE_HEAP_BYTES) end();
    if (!isCancelled) settle?.resolve(reply);
    send();
  }

  /** @param {Job} job */
  function cancel(job) {
    if (!jobs.includes(job) || job.isCancelled) return;
    job.isCancelled = true;
    if (!job.isSent) return remove(job);
    if (!job.settle) {
      remove(job);
      worker?.postMessage({ id: job.id, forget: true });
      return;
    }
    terminateSoon(job, job.isSlow ? 0 : GRACE_MS);
  }

  /** Terminates the worker of a cancelled request after a delay, unless another stream is delivering events. @param {Job} job @param {number} delay */
  function terminateSoon(job, delay) {
    setTimeout(() => {
      if (!jobs.includes(job)) return;
      if (jobs.some(({ hasReplied, isCancelled }) => hasReplied && !isCancelled))
        terminateSoon(job, GRACE_MS);
      else onLost('engine-stopped', []);
    }, delay);
  }

  /** Replaces a worker that died or must be terminated. @param {string} code @param {Job[]} culprits  jobs that caused it */
  function onLost(code, culprits) {
    end();
    const gone = jobs.filter(
      (job) => job.isSent && (job.isCancelled || job.hasReplied || culprits.includes(job)),
    );
    jobs = jobs.filter((job) => !gone.includes(job));
    for (const job of jobs) job.isSent = job.isSlow = false;
    for (const { settle, isCancelled } of gone)
      if (!isCancelled) settle?.reject(new Refused({ code }));
    // A worker that could not start is started again only by the next request.
    if (code === 'engine-stopped') warm();
    send();
  }

  function end() {
    worker?.terminate();
    worker = null;
  }

  /** @param {Job} job */
  function remove(job) {
    jobs = jobs.filter((each) => each !== job);
  }
}
