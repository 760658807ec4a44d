// The engine as WebAssembly under Node: `node engine.mjs MODULE…` answers every line of standard input, a JSON
// {"question", "words", "milliseconds"}, with a line {"seconds", "longest", "silence", "reply"}: the question is answered again and again for
// so long; seconds are those of the processor for one answer, longest is the longest slice in milliseconds, silence the longest time
// in which a page hears nothing, neither a slice nor how far it is, and the reply is what was said last.
// Of several modules the first that knows a question answers it.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [OVER, REFUSED, EVENTS] = [0, 2, 5];
const SLICE = 30;

/** When the page heard something last, and the longest that it waited. */
let [heard, silence] = [0, 0];
/** Milliseconds of the processor's time: other work beside it does not count. */
const spent = () => Object.values(process.cpuUsage()).reduce((all, some) => all + some) / 1000;
function tell() {
  const now = spent();
  [heard, silence] = [now, Math.max(silence, now - heard)];
}

const engines = process.argv.slice(2).map((file) => {
  const module = new WebAssembly.Module(readFileSync(file));
  return new WebAssembly.Instance(module, { env: { now: () => performance.now(), tell } }).exports;
});

function answer(engine, text) {
  const bytes = new TextEncoder().encode(text);
  const at = engine.room(bytes.length) >>> 0;
  new Uint8Array(engine.memory.buffer).set(bytes, at);
  [heard, silence] = [spent(), 0];
  const handle = engine.ask();
  let [kind, reply, longest] = [EVENTS, '', 0];
  while (kind === EVENTS) {
    const begun = spent();
    const next = engine.pull(handle, SLICE);
    longest = Math.max(longest, spent() - begun);
    tell();
    if (next === OVER) break;
    const from = engine.reply_at() >>> 0;
    const text = new TextDecoder().decode(engine.memory.buffer.slice(from, from + (engine.reply_length() >>> 0)));
    if (text !== '[]') reply = text;
    kind = next;
  }
  if (kind === REFUSED) throw new Error(reply);
  return { reply, longest, silence };
}

function knows(engine, question) {
  try {
    // A word that no question has: it is read and not worked on.
    answer(engine, JSON.stringify({ question, words: { nothing: '' } }));
  } catch ({ message }) {
    return !message.includes('"word-no-question"');
  }
  return true;
}

function batch({ milliseconds, ...question }) {
  const text = JSON.stringify(question);
  const engine = engines.find((engine) => knows(engine, question.question));
  const begun = spent();
  for (let [times, longest, silence] = [1, 0, 0]; ; times++) {
    const said = answer(engine, text);
    [longest, silence] = [Math.max(longest, said.longest), Math.max(silence, said.silence)];
    const passed = spent() - begun;
    if (passed >= milliseconds) return { seconds: passed / 1000 / times, longest, silence, reply: said.reply };
  }
}

for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(batch(JSON.parse(line))));
