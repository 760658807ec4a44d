/** The API against its own description, judged by validators that are not of this house: swagger-parser and ajv. */

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { documentTypes } from './documents.js';
import { readFileSync } from 'node:fs';
import SwaggerParser from '@apidevtools/swagger-parser';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { LANGUAGES, translator } from '../page/js/lib/i18n.js';
import { sentence } from '../page/js/lib/reason.js';
import { refusal } from '../page/js/engine/refused.js';
import { onServer, PAGE, served } from './harness.js';

const languages = LANGUAGES.map(([language]) =>
  translator(language, JSON.parse(readFileSync(`${PAGE}i18n/${language}.json`, 'utf8'))),
);
const ajv = new Ajv.default({
  strict: true,
  strictTypes: false,
  allowUnionTypes: true,
  allErrors: true,
});
addFormats.default(ajv);
// Numbers as Rust has them; ajv knows the formats of JSON alone.
for (const format of ['uint', 'uint8', 'uint16', 'uint32', 'uint64', 'uint128'])
  ajv.addFormat(format, { type: 'number', validate: (n) => Number.isInteger(n) && n >= 0 });

/** @type {any} */
let description;
/** Questions of the list, each with its words: not those about the server itself. @type {[string, any][]} */
let questions;

const here = served(async (origin) => {
  description = await (await fetch(`${origin}/api/v1/openapi.json`)).json();
  // The description around the schemas has words of its own.
  ajv.addVocabulary(Object.keys(description));
  ajv.addSchema({ ...description, $id: 'api' });
  questions = Object.entries(description.paths).filter(([, { get }]) => get['x-example']);
});

/** @param {string} path @param {string} query @param {any} [body] @param {string} [type] */
const asked = (path, query, body, type = 'application/json') =>
  fetch(
    `${here.origin}${path}?${query}`,
    body === undefined ? {} : { method: 'post', body, headers: { 'content-type': type } },
  );

/** Asks, and judges what comes back by what is said of it. @param {string} path @param {string} query @param {any} [body] @param {string} [type] */
async function ask(path, query, body, type) {
  return judged(
    await asked(path, query, body, type),
    path,
    body === undefined ? 'get' : 'post',
    `${query} ${body ?? ''}`,
  );
}

/** A question that must be refused; if it is answered instead, the test does not wait for the end. @type {typeof ask} */
async function refusedOf(path, query, body, type) {
  const response = await asked(path, query, body, type);
  if (!response.ok)
    return judged(response, path, body === undefined ? 'get' : 'post', `${query} ${body ?? ''}`);
  await response.body?.cancel();
  return { status: response.status, data: null };
}

/** @param {Response} response @param {string} path @param {'get'|'post'} method @param {string} question */
async function judged(response, path, method, question) {
  const place = `${method} ${path}?${question}`;
  const said = description.paths[path][method].responses[response.status];
  assert.ok(
    said,
    `${place}: ${response.status} is not described: ${await response.clone().text()}`,
  );
  const media = (response.headers.get('content-type') ?? '').split(';')[0];
  assert.ok(media in said.content, `${place}: ${media} is not described`);
  const pointer = ['', 'paths', path, method, 'responses', response.status, 'content', media];
  if (media === 'text/event-stream') {
    const events = (await response.text()).split('\n\n').flatMap((block) => {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      return name ? [{ name, data: JSON.parse(data) }] : [];
    });
    for (const { name, data } of events)
      judge(data, [...pointer, 'x-events', name], `${place} ${name}`);
    return { status: response.status, events, data: events.at(-1)?.data };
  }
  if (!said.content[media].schema)
    return {
      status: response.status,
      data: null,
      bytes: (await response.arrayBuffer()).byteLength,
    };
  const data = await response.json();
  judge(data, [...pointer, 'schema'], place);
  return { status: response.status, data };
}

/** @param {any} data @param {(string|number)[]} pointer @param {string} place */
function judge(data, pointer, place) {
  const key = `api#${pointer.map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
  const validate = ajv.getSchema(key);
  assert.ok(validate, `${place}: nothing is at ${key}`);
  assert.ok(
    validate(data),
    `${place}: ${JSON.stringify(data).slice(0, 300)}\n${ajv.errorsText(validate.errors)}`,
  );
}

/** Every language has its own sentence, with nothing left to fill in. @param {(t: any) => string} say @param {string} place */
function isSaid(say, place) {
  const said = languages.map(say);
  for (const text of said)
    assert.doesNotMatch(
      text,
      /[{}]|undefined|NaN|\[object|^(?:refused|reason)\./,
      `${place}: ${text}`,
    );
  assert.equal(new Set(said).size, said.length, `${place}: ${said.join(' | ')}`);
}

test('the types of documents are those of the description', onServer, () => {
  const written = readFileSync(`${PAGE}js/documents.d.ts`, 'utf8');
  assert.equal(written, documentTypes(description), 'node documents.js ORIGIN writes them');
});

test('the description is OpenAPI 3.1', onServer, async () => {
  assert.match(description.openapi, /^3\.1\./);
  await SwaggerParser.validate(structuredClone(description));
});

test(
  'every question answers its example as described, as a link and as a document',
  onServer,
  async (t) => {
    assert.ok(questions.length >= 24);
    for (const [path, { get, post }] of questions) {
      await t.test(path, async () => {
        const asked = await ask(path, get['x-example']);
        assert.equal(asked.status, 200);
        assert.ok(!asked.events || asked.events.at(-1)?.name === 'end');
        const { properties } = post.requestBody.content['application/json'].schema;
        const typed = (/** @type {string} */ word, /** @type {string} */ value) =>
          ({ integer: Number(value), boolean: value === 'true' })[
            /** @type {'integer'} */ (properties[word].type)
          ] ?? value;
        const body = Object.fromEntries(
          [...new URLSearchParams(get['x-example'])].map(([word, value]) => [
            word,
            typed(word, value),
          ]),
        );
        judge(
          body,
          ['', 'paths', path, 'post', 'requestBody', 'content', 'application/json', 'schema'],
          `the body of ${path}`,
        );
        assert.equal((await ask(path, '', JSON.stringify(body))).status, 200);
      });
    }
  },
);

test(
  'an invalid request is refused as described, with a sentence in every language',
  onServer,
  async (t) => {
    const queries = [
      '',
      'nonsense=1',
      'board=eight',
      'board=0x8',
      'board=99999999999999999999',
      'board=8&holes=z99',
      'board=8&leaper=0,0',
      'board=8&kind=round',
      'board=8&start=me',
      'board=8&start=i9',
      'board=8&start=a1&end=a1',
      'board=8&after=a1,a2',
      'board=8&method=nothing',
      'board=8&seed=-1',
      'board=8&max_time=soon',
      'board=100000x10000',
      'size=9999',
      'boards=x',
      'sizes=9..1',
      'board=8&step=65',
      'board=8&square=i9',
      'board=8&width=1',
      'board=8&order=1,1',
      'board=8&tries=0',
    ];
    const bodies = [
      '{"board": ',
      '[8]',
      '"8"',
      '{"board": true}',
      '{"board": {"files": 8}}',
      '{"board": 8, "holes": [1]}',
      '{"board": 8, "start": ["a1"]}',
    ];
    const codes = new Set();
    for (const [path, { get }] of questions) {
      await t.test(path, async () => {
        // A word that the question does not have is one more thing to refuse.
        const refused = [];
        for (const query of queries) refused.push({ query, ...(await refusedOf(path, query)) });
        for (const body of bodies)
          refused.push({ query: body, ...(await refusedOf(path, '', body)) });
        refused.push({
          query: 'a type',
          ...(await refusedOf(
            path,
            get['x-example'],
            'board=8',
            'application/x-www-form-urlencoded',
          )),
        });
        refused.push({
          query: 'no text',
          ...(await refusedOf(path, '', new Uint8Array([255, 254]), 'text/plain')),
        });
        for (const { query, status, data } of refused) {
          if (status === 200) continue;
          codes.add(data.code);
          isSaid((t) => refusal(t, data), `${path} ${query} ${data.code}`);
        }
        assert.ok(refused.filter(({ status }) => status >= 400 && status < 500).length >= 12, path);
      });
    }
    assert.ok(codes.size >= 20, [...codes].join());
  },
);

test('every reason is described, with a sentence in every language', onServer, async () => {
  const file = readFileSync(`${PAGE}../../../testdata/impossible.toml`, 'utf8');
  const puzzles = file
    .split('[[impossible]]')
    .slice(1)
    .map((entry) =>
      Object.fromEntries(
        [...entry.matchAll(/^(\w+) = (.+)$/gm)].map(([, key, value]) => [key, JSON.parse(value)]),
      ),
    );
  puzzles.push(
    { board: '9x9', leaper: 'zebra', kind: 'open', code: 'shortage' },
    { board: '8x8', start: 'a1', end: 'c3', code: 'parity' },
    { board: '2x2', code: 'few-neighbours' },
  );
  for (const { source, code, ...words } of puzzles) {
    const { data } = await ask('/api/v1/solve', '', JSON.stringify(words));
    assert.equal(data.outcome, 'impossible', `${source}: ${JSON.stringify(data)}`);
    assert.equal(data.reason.code, code, source);
    isSaid((t) => sentence(t, data.reason), `${source} ${JSON.stringify(data.reason)}`);
  }
});

test('hints are graded', onServer, async () => {
  const hint = async (/** @type {string} */ query) => (await ask('/api/v1/hint', query)).data;
  const begun = 'board=5&after=a1,b3,c5';
  const keys = async (/** @type {string} */ grade) =>
    Object.keys(await hint(`${begun}&grade=${grade}`))
      .sort()
      .join();
  assert.equal(await keys('solvable'), 'board,kind,leaper,outcome');
  assert.equal(await keys('trouble'), 'board,kind,leaper,outcome,trouble');
  assert.equal(await keys('next'), 'board,kind,leaper,next,outcome,trouble');
  assert.equal(await keys('way'), 'board,kind,leaper,next,outcome,squares,trouble');
  const dead = await hint('board=5&after=a1,b3,d4,c2,e3&grade=solvable');
  assert.deepEqual([dead.outcome, dead.reason.squares], ['impossible', ['e1', 'a5']]);
});

test(
  'a verdict on squares that are no tour has a sentence in every language',
  onServer,
  async () => {
    const codes = [];
    for (const [board, squares] of [
      ['3x4', 'a1,b3,c4'],
      ['3x4', 'a1,b3,a1'],
      ['3x4', 'a1,b3,c1'],
      ['3x4', 'a1,b3,c5'],
    ]) {
      const { data } = await ask('/api/v1/verify', `board=${board}&squares=${squares}`);
      assert.equal(data.valid, false);
      isSaid((t) => refusal(t, data), JSON.stringify(data));
      codes.push(data.code);
      const drawn = await ask('/api/v1/render', `board=${board}&squares=${squares}`);
      isSaid((t) => refusal(t, drawn.data), JSON.stringify(drawn.data));
    }
    assert.deepEqual(codes, [
      'tour-not-a-leap',
      'tour-visited-before',
      'tour-missing',
      'tour-no-such-square',
    ]);
  },
);
