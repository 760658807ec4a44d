/**
 * The page as plain files, for a host that only hands out files: `node site.js ENGINE.wasm FOLDER`.
 *
 * The scripts become two, the page's and the worker's, and the styles one, so that a first visit asks for few files. The HTML
 * says that the engine is a worker, and what the page may do; the service worker learns which files there are.
 */

import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const PAGE = fileURLToPath(new URL('../page/', import.meta.url));

/** What the page may do: its own files, and the engine compiled. */
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'";

/** Files that are handed out as they are. */
const KEPT = ['data/figures.json', 'i18n/en.json', 'i18n/it.json', 'i18n/vi.json', 'i18n/zh.json', 'icon-192.png', 'icon-512.png', 'icon-maskable.png', 'icon.svg', 'manifest.webmanifest'];

/** @param {string} engine  the module @param {string} folder  is made anew */
export async function writeSite(engine, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of KEPT) cpSync(PAGE + file, `${folder}/${file}`);
  // The licences of what is inside go with it.
  for (const file of readdirSync(`${PAGE}vendor`).filter((name) => name.startsWith('LICENSE'))) cpSync(`${PAGE}vendor/${file}`, `${folder}/vendor/${file}`);
  copyFileSync(engine, `${folder}/engine.wasm`);

  const html = readFileSync(`${PAGE}index.html`, 'utf8');
  const styles = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)">\n/g)].map(([, path]) => readFileSync(PAGE + path, 'utf8'));
  writeFileSync(`${folder}/page.css`, styles.join(''));
  await bundle('js/main.js', `${folder}/main.js`);
  await bundle('js/engine/worker.js', `${folder}/worker.js`);

  writeFileSync(`${folder}/index.html`, html
    .replace('<meta charset="utf-8">\n', (charset) => `${charset}<meta http-equiv="content-security-policy" content="${POLICY}">\n`)
    .replace('<meta name="engine" content="server">', '<meta name="engine" content="worker" data-worker="worker.js" data-module="engine.wasm">')
    .replace(/<link rel="stylesheet"[^]*<link rel="stylesheet"[^>]*>/, '<link rel="stylesheet" href="page.css">')
    .replace(/<script type="importmap">[^]*?<\/script>\n/, '')
    .replace('<script type="module" src="js/main.js">', '<link rel="preload" href="engine.wasm" as="fetch" type="application/wasm" crossorigin>\n<script type="module" src="main.js">'));

  const files = ['index.html', 'page.css', 'main.js', 'worker.js', 'engine.wasm', ...KEPT];
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(`${folder}/${file}`));
  const sw = readFileSync(`${PAGE}sw.js`, 'utf8')
    .replace("'%VERSION%'", `'${hash.digest('hex').slice(0, 16)}'`)
    .replace("'%FILES%'", ['./', ...files].map((file) => `'${file}'`).join(', '));
  writeFileSync(`${folder}/sw.js`, sw);
}

/** @param {string} entry @param {string} outfile */
async function bundle(entry, outfile) {
  const vendor = Object.fromEntries(readdirSync(`${PAGE}vendor`).filter((name) => name.endsWith('.js')).map((name) => [name.slice(0, -3), `${PAGE}vendor/${name}`]));
  await build({ entryPoints: [PAGE + entry], outfile, bundle: true, minify: true, format: 'esm', target: 'es2022', alias: vendor, legalComments: 'none', logLevel: 'warning' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeSite(process.argv[2], process.argv[3]);
