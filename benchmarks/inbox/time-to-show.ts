import type { Browser } from 'playwright-core';

/** Returns the milliseconds from the navigation until an element is visible, in a browser context without a cache. */
export const timeToShow = async (browser: Browser, url: string, selector: string): Promise<number> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  // The page measures by itself, so that the way between the processes does not count.
  await page.addInitScript(`
    globalThis.shownAfter = new Promise((resolve) => {
      const look = () => {
        if (document.querySelector(${JSON.stringify(selector)})) resolve(performance.now());
        else requestAnimationFrame(look);
      };
      look();
    });
  `);
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(selector).first().waitFor({ state: 'attached' });
  const shownAfter = (await page.evaluate('shownAfter')) as number;
  await context.close();
  return shownAfter;
};
