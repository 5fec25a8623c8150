import type { Browser, Page } from 'playwright-core';

/** A page, and the selector of the element that a person waits for. */
export interface Shown {
  readonly url: string;
  readonly selector: string;
}

// After this number of visits, the browser stores the compiled code.
const VISITS_BEFORE = 3;

// After this pause, a page has written its storage and sends no more requests.
const QUIET_MS = 300;

/** Returns the milliseconds from the navigation until an element is painted, in a browser without a cache. */
export const timeOfFirstVisit = async (browser: Browser, shown: Shown): Promise<number> => {
  const page = await openPage(browser, shown);
  const time = await timeToShow(page, shown);
  await page.context().close();
  return time;
};

/** Opens a page that was visited before. The returned function visits it again, and returns the milliseconds. */
export const openVisited = async (browser: Browser, shown: Shown): Promise<() => Promise<number>> => {
  const page = await openPage(browser, shown);
  const visit = async (): Promise<number> => {
    const time = await timeToShow(page, shown);
    await page.waitForTimeout(QUIET_MS);
    return time;
  };
  for (let index = 0; index < VISITS_BEFORE; index++) await visit();
  return visit;
};

// The page measures by itself, so that messages between the processes do not count. A task of the highest priority runs
// after the paint of the frame that scheduled it, and before the work that the page has postponed.
const openPage = async (browser: Browser, { selector }: Shown): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.addInitScript(`
    globalThis.shownAfter = new Promise((resolve) => {
      const painted = () => resolve(performance.now());
      const look = () => {
        if (!document.querySelector(${JSON.stringify(selector)})) requestAnimationFrame(look);
        else scheduler.postTask(painted, { priority: 'user-blocking' });
      };
      requestAnimationFrame(look);
    });
  `);
  return page;
};

// The benchmark does not query the page in the meantime, because each query delays the page.
const timeToShow = async (page: Page, { url }: Shown): Promise<number> => {
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate<number>('shownAfter');
};
