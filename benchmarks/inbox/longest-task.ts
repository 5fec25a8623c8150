import type { Browser, Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly dur?: number;
  readonly args?: { readonly name?: string };
}

const CATEGORIES = ['disabled-by-default-devtools.timeline', 'toplevel', '__metadata'];

/** Returns the milliseconds of the longest task of the page's main thread while something happens. */
export const longestTask = async (browser: Browser, page: Page, happen: () => Promise<unknown>): Promise<number> => {
  await browser.startTracing(page, { categories: CATEGORIES });
  await happen();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && threads.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('The trace has no task of the page. Check the categories of the trace.');
  return Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000;
};

/** Scrolls the list with the wheel, from its beginning to its end and back. */
export const scrollList = async (page: Page): Promise<void> => {
  await page.mouse.move(200, 500);
  for (const direction of [1, -1]) {
    for (let step = 0; step < 120; step++) {
      await page.mouse.wheel(0, direction * 400);
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
  }
};
