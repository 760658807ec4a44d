/** A host of plain files: it knows no paths but those of files, rewrites nothing, and has the page in a folder of its own. */

import { createServer } from 'node:http';
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Where on the host the page is. */
export const FOLDER = '/boards/of/ours/';

const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
});

/**
 * @param {string} site  a folder
 * @param {Record<string, string>} [types]  of files, where they are not as they should be
 */
export async function startHost(site, types = {}) {
  const seen = { requests: 0, bytes: 0 };
  /** Files as they go over the wire, packed once; a changed file differs in its length or its time. @type {Map<string, {state: string, etag: string, packed: Buffer}>} */
  const files = new Map();
  const host = createServer(async ({ url = '/', headers }, response) => {
    seen.requests++;
    const { pathname } = new URL(url, 'http://host');
    const path = pathname.startsWith(FOLDER) ? pathname.slice(FOLDER.length) || 'index.html' : '';
    try {
      const { etag, packed } = await file(join(site, normalize(`/${path}`)));
      const shared = {
        'content-type': types[extname(path)] ?? TYPES[extname(path)] ?? 'application/octet-stream',
        etag,
      };
      if (headers['if-none-match'] === etag) response.writeHead(304, shared).end();
      else {
        seen.bytes += packed.length;
        response.writeHead(200, { ...shared, 'content-encoding': 'gzip' }).end(packed);
      }
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('no such file');
    }
  });
  await new Promise((done) => host.listen(0, '127.0.0.1', () => done(undefined)));
  host.unref();
  const { port } = /** @type {import('node:net').AddressInfo} */ (host.address());
  return {
    seen,
    origin: `http://127.0.0.1:${port}`,
    stop: () => (host.closeAllConnections(), host.close()),
  };

  /** @param {string} path */
  async function file(path) {
    const { size, mtimeMs } = await stat(path);
    const state = `${size} ${mtimeMs}`;
    const known = files.get(path);
    if (known?.state === state) return known;
    const body = await readFile(path);
    const made = {
      state,
      etag: `"${createHash('sha256').update(body).digest('base64')}"`,
      packed: gzipSync(body),
    };
    files.set(path, made);
    return made;
  }
}
