import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { assetSizes } from './inbox/asset-sizes.js';
import { longestTask, scrollList } from './inbox/longest-task.js';
import { serveInbox } from './inbox/serve-inbox.js';
import { startChromium } from './inbox/start-chromium.js';
import { timeToShow } from './inbox/time-to-show.js';
import { printRow, printTable } from './table.js';

Logger.overrideLogger(['error', 'warn']);

const FIRST_ITEM = 'main [href*="approval="]';

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1]!;

const { scripts, styles } = assetSizes('dist/inbox/assets');
printTable('The size of the page, gzipped, in KB', ['', 'script', 'style', 'together', 'limit']);
const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
printRow(['the inbox', kilobytes(scripts), kilobytes(styles), kilobytes(scripts + styles), '120.0']);

const browser = await startChromium();

printTable('The time until the first approval is visible, without a cache, in ms', [
  'waiting approvals',
  'empty page',
  'inbox',
  'ratio',
]);
for (const waiting of [1, 500]) {
  const { app, inbox, empty } = await serveInbox(waiting);
  const times: { readonly empty: number[]; readonly inbox: number[] } = { empty: [], inbox: [] };
  // The two pages take turns; the first turn warms the server and the browser.
  for (let turn = 0; turn < 12; turn++) {
    const [one, other] = [await timeToShow(browser, empty, 'h1'), await timeToShow(browser, inbox, FIRST_ITEM)];
    if (turn === 0) continue;
    times.empty.push(one);
    times.inbox.push(other);
  }
  const [base, ours] = [median(times.empty), median(times.inbox)];
  printRow([String(waiting), base.toFixed(1), ours.toFixed(1), `${(ours / base).toFixed(2)} ×`]);
  await app.close();
}

printTable('The longest task while a list of 500 scrolls to its end and back, in ms', ['', 'longest', 'limit']);
const { app, inbox } = await serveInbox(500);
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(inbox);
await page.locator(FIRST_ITEM).first().waitFor();
const longest: number[] = [];
for (let turn = 0; turn < 3; turn++) longest.push(await longestTask(browser, page, () => scrollList(page)));
printRow(['the median of three', median(longest).toFixed(1), '50.0']);
await browser.close();
await app.close();
