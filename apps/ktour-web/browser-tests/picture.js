/**
 * The README's picture of the page, taken by `cargo xtask picture`: a tour half way, as a visitor sees it.
 *
 *     node picture.js FILE.png
 */

import { DESKTOP, launch, serve } from './harness.js';

const [, , file] = process.argv;
const server = await serve();
const browser = await launch();
const page = await browser.newPage({ ...DESKTOP, locale: 'en-US' });
await page.goto(`${server.origin}/solve?board=8x8&kind=closed&at=44`);
await page.getByRole('grid', { name: 'Board' }).waitFor();
await page.waitForLoadState('networkidle');
await page.waitForTimeout(1500);
await page.screenshot({ path: file, animations: 'disabled' });
await browser.close();
server.stop();
