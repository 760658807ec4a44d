/** The page's own data, file by file. */

import { Refused } from '../engine/refused.js';

/**
 * @param {string} path  from the page
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function readFile(path, signal) {
  try {
    const response = await fetch(path, { signal });
    if (response.ok) return await response.json();
  } catch (error) {
    if (signal?.aborted) throw error;
  }
  throw new Refused({ code: 'page-missing' });
}
