/**
 * The page as plain files, for a host that only hands out files: `node site.js ENGINE.wasm FOLDER`.
 *
 * The scripts become two, the page's and the worker's, and the styles one, so that a first visit asks for few files; these and
 * the engine are named by their contents, so that a copy is never asked about again. The HTML says that the engine is a
 * worker, and what the page may do; the service worker learns which files there are.
 */

import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const PAGE = fileURLToPath(new URL('../page/', import.meta.url));

/** What the page may do: its own files, and the engine compiled. */
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'";

/** Files that are handed out as they are, and pictures that only an installed page has use for. */
const KEPT = ['data/figures.json', 'i18n/en.json', 'i18n/it.json', 'i18n/vi.json', 'i18n/zh.json', 'icon.svg', 'manifest.webmanifest'];
const ICONS = ['icon-192.png', 'icon-512.png', 'icon-maskable.png'];

/** @param {string} engine  the module @param {string} folder  is made anew */
export async function writeSite(engine, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of [...KEPT, ...ICONS]) cpSync(PAGE + file, `${folder}/${file}`);
  // The licences of what is inside go with it.
  for (const file of readdirSync(`${PAGE}vendor`).filter((name) => name.startsWith('LICENSE'))) cpSync(`${PAGE}vendor/${file}`, `${folder}/vendor/${file}`);

  const html = readFileSync(`${PAGE}index.html`, 'utf8');
  const styles = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map(([, path]) => readFileSync(PAGE + path, 'utf8')).join('');
  const named = {
    style: write('page', 'css', Buffer.from(styles)), main: write('main', 'js', await bundled('js/main.js')),
    worker: write('worker', 'js', await bundled('js/engine/worker.js')), engine: write('engine', 'wasm', readFileSync(engine)),
  };
  const page = html
    .replace('<meta charset="utf-8">\n', (charset) => `${charset}<meta http-equiv="content-security-policy" content="${POLICY}">\n`)
    .replace('<meta name="engine" content="server">', `<meta name="engine" content="worker" data-worker="${named.worker}" data-module="${named.engine}">`)
    .replace(/<link rel="stylesheet"[^]*<link rel="stylesheet"[^>]*>/, `<link rel="stylesheet" href="${named.style}">`)
    .replace(/<script type="importmap">[^]*?<\/script>\n/, '')
    .replace('<script type="module" src="js/main.js">', `<link rel="preload" href="${named.engine}" as="fetch" type="application/wasm" fetchpriority="low" crossorigin>\n<script type="module" src="${named.main}">`);
  writeFileSync(`${folder}/index.html`, page);

  const contents = [page, ...KEPT.map((file) => readFileSync(PAGE + file)), ...Object.values(named)];
  const sw = readFileSync(`${PAGE}sw.js`, 'utf8')
    .replace("'%VERSION%'", `'${hashOf(Buffer.concat(contents.map((part) => Buffer.from(part))))}'`)
    .replace("'%FILES%'", ['./', ...Object.values(named), ...KEPT].map((file) => `'${file}'`).join(', '));
  writeFileSync(`${folder}/sw.js`, sw);

  /** @param {string} name @param {string} ending @param {Uint8Array} bytes */
  function write(name, ending, bytes) {
    const file = `${name}-${hashOf(bytes)}.${ending}`;
    writeFileSync(`${folder}/${file}`, bytes);
    return file;
  }
}

/** @param {Uint8Array} bytes */
const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 12);

/** @param {string} entry @returns {Promise<Uint8Array>} */
async function bundled(entry) {
  const vendor = Object.fromEntries(readdirSync(`${PAGE}vendor`).filter((name) => name.endsWith('.js')).map((name) => [name.slice(0, -3), `${PAGE}vendor/${name}`]));
  const { outputFiles } = await build({ entryPoints: [PAGE + entry], bundle: true, write: false, minify: true, format: 'esm', target: 'es2022', alias: vendor, legalComments: 'none', logLevel: 'warning' });
  return outputFiles[0].contents;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeSite(process.argv[2], process.argv[3]);
