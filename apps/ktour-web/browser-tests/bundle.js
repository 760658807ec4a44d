/**
 * The page's scripts for the wire: `node bundle.js FOLDER` puts them there, and says of each what it is for.
 *
 * What the first view needs is one script and what it shares with the others; whatever is fetched later by
 * `import()` is one more, all of it together: a reader who opens a tab waits once. Names change with contents.
 */

import { build } from 'esbuild';
import { readdirSync } from 'node:fs';
import { basename, resolve } from 'node:path';

const PAGE = new URL('../page/', import.meta.url).pathname;
const MAIN = 'js/main.js';
const folder = resolve(process.argv[2]);

/** Modules under their bare names, as the page's import map has them. */
const alias = Object.fromEntries(
  readdirSync(`${PAGE}vendor`)
    .filter((file) => file.endsWith('.js'))
    .map((file) => [basename(file, '.js'), `./vendor/${file}`]),
);

/** @type {import('esbuild').BuildOptions & {metafile: true}} */
const shared = {
  absWorkingDir: PAGE,
  alias,
  outdir: folder,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
  metafile: true,
};

for (const entry of ['early', 'embed', 'engine/worker']) {
  // What comes early is no module: it is run as soon as it is there.
  const { metafile } = await build({
    ...shared,
    entryPoints: [`js/${entry}.js`],
    format: entry === 'early' ? 'iife' : 'esm',
  });
  for (const file of Object.keys(metafile.outputs)) say(basename(entry), file);
}
const apart = (await build({ ...shared, entryPoints: [MAIN], splitting: true, write: false }))
  .metafile;
const { outputs } = (
  await build({
    ...shared,
    entryPoints: [MAIN],
    splitting: true,
    plugins: [{ name: 'later', setup: later }],
  })
).metafile;
const [main] = Object.entries(outputs)
  .filter(([, { entryPoint }]) => entryPoint === MAIN)
  .map(([file]) => file);
const first = reached(main);
say('main', main);
for (const file of Object.keys(outputs).filter((file) => file !== main))
  say(first.has(file) ? 'first' : 'later', file);

/** All that is imported in time is one module. @param {import('esbuild').PluginBuild} build */
function later({ onResolve, onLoad }) {
  onResolve({ filter: /./ }, ({ kind }) =>
    kind === 'dynamic-import' ? { path: 'tabs', namespace: 'later' } : undefined,
  );
  onLoad({ filter: /./, namespace: 'later' }, () => {
    const entries = Object.values(apart.outputs).filter(
      ({ entryPoint = MAIN }) => entryPoint !== MAIN,
    );
    const [modules, names] = [
      entries.map(({ entryPoint }) => entryPoint),
      entries.flatMap((output) => output.exports),
    ];
    // Of two that are called the same none would be exported, in silence.
    if (new Set(names).size < names.length)
      throw new Error(`what is fetched later needs names of its own, among ${names}`);
    return {
      contents: modules.map((module) => `export * from './${module}';`).join('\n'),
      resolveDir: PAGE,
    };
  });
}

/** The files that a script cannot begin without. @param {string} file @param {Set<string>} [seen] @returns {Set<string>} */
function reached(file, seen = new Set()) {
  seen.add(file);
  for (const { kind, path } of outputs[file].imports)
    if (kind === 'import-statement' && !seen.has(path)) reached(path, seen);
  return seen;
}

/** @param {string} what @param {string} file */
function say(what, file) {
  console.log(`${what} ${basename(file)}`);
}
