import { assetSizes } from './inbox/asset-sizes.js';
import { longestTask, scrollList } from './inbox/longest-task.js';
import { serveInbox } from './inbox/serve-inbox.js';
import { startChromium } from './inbox/start-chromium.js';
import { openVisited, timeOfFirstVisit } from './inbox/time-to-show.js';
import { printRow, printTable } from './table.js';

const FIRST_ITEM = 'main [href*="approval="]';

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1]!;

const { scripts, styles } = assetSizes('dist/inbox/assets');
printTable('The size of the page, gzipped, in KB', ['', 'script', 'style', 'together', 'limit']);
const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
printRow(['the inbox', kilobytes(scripts), kilobytes(styles), kilobytes(scripts + styles), '120.0']);

const browser = await startChromium();

const TURNS = 11;

/** Measures pages alternately. Prints the median of each, and the ratio of the inbox to the empty page. */
const printTimes = async (waiting: number, visits: readonly (() => Promise<number>)[]): Promise<void> => {
  const times: number[][] = visits.map(() => []);
  // The first turn warms the server and the browser.
  for (let turn = 0; turn <= TURNS; turn++) {
    for (const [index, visit] of visits.entries()) {
      const time = await visit();
      if (turn > 0) times[index]!.push(time);
    }
  }
  const [heading, empty, line, shown] = times.map(median) as [number, number, number, number];
  const cells = [heading, empty, line, shown].map((time) => time.toFixed(1));
  printRow([String(waiting), ...cells, `${(shown / empty).toFixed(2)} ×`]);
};

const COLUMNS = ['waiting approvals', 'HTML alone', 'empty page', 'one line', 'inbox', 'of the empty page'];

for (const [title, isFirst] of [
  ['The first visit, without a cache, in ms', true],
  ['Every later visit, in ms', false],
] as const) {
  printTable(title, COLUMNS);
  for (const waiting of [1, 500]) {
    const { inbox, heading, empty, line, close } = await serveInbox(waiting);
    const pages = [
      { url: heading, selector: 'h1' },
      { url: empty, selector: 'h1' },
      { url: line, selector: FIRST_ITEM },
      { url: inbox, selector: FIRST_ITEM },
    ];
    const visits = isFirst
      ? pages.map((page) => () => timeOfFirstVisit(browser, page))
      : await Promise.all(pages.map((page) => openVisited(browser, page)));
    await printTimes(waiting, visits);
    // An open page would poll its server, and its tasks would be measured below.
    await Promise.all(browser.contexts().map((context) => context.close()));
    close();
  }
}

printTable('The longest task while a list of 500 scrolls to its end and back, in ms', ['', 'longest', 'limit']);
const { inbox, close } = await serveInbox(500);
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(inbox);
await page.locator(FIRST_ITEM).first().waitFor();
const longest: number[] = [];
for (let turn = 0; turn < 3; turn++) longest.push(await longestTask(browser, page, () => scrollList(page)));
printRow(['the median of three', median(longest).toFixed(1), '50.0']);
printRow(['the longest of three', Math.max(...longest).toFixed(1), '50.0']);
await browser.close();
close();
