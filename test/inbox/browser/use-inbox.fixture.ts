import { afterEach, beforeAll, expect } from 'vitest';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { buildInbox } from '../../built-inbox.fixture.js';
import { serveShop, type Shop, type ShopStory } from '../shop/serve-shop.fixture.js';
import { sharedChromium } from './start-chromium.fixture.js';
import { type PageWatch, watchPages } from './watch-page.fixture.js';

const TIMEOUT_MS = 10_000;

/** Where an inbox is: a shop, another application, or a proxy. */
export interface Place {
  /** The address of the page. */
  readonly inbox: string;
}

/** How a page of the inbox is opened. */
export interface Opening extends BrowserContextOptions {
  /** The id of the person; `lee` if it is absent. */
  readonly as?: string;
  /** The query of the address: `?view=runs`. */
  readonly query?: string;
  /** Problems that the story expects, such as the 409 that the browser reports. */
  readonly allow?: RegExp;
  /** Prepares the context before the page loads. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>;
}

/**
 * Starts shops for a spec, and opens pages in a context of their own. After each test, the shops and pages close, and
 * the test fails if a page had an error, violated its policy or sent a request to another host.
 */
export const useInbox = () => {
  let browser: Browser;
  const ends: (() => Promise<unknown>)[] = [];
  const contexts: { context: BrowserContext; watch: PageWatch }[] = [];

  beforeAll(async () => {
    await buildInbox();
    browser = await sharedChromium();
  }, 120_000);

  afterEach(async () => {
    const opened = contexts.splice(0);
    await Promise.all(opened.map(({ context }) => context.close()));
    await Promise.all(ends.splice(0).map((end) => end()));
    expect(opened.flatMap(({ watch }) => watch.problems)).toEqual([]);
  });

  /** Closes what a test has opened, after its pages. */
  const atEnd = (end: () => Promise<unknown>): void => void ends.push(end);

  const serve = async (story?: ShopStory): Promise<Shop> => {
    const shop = await serveShop(story);
    atEnd(() => shop.app.close());
    return shop;
  };

  /** Opens the inbox as a person, in a context of its own, and returns its page. */
  const open = async ({ inbox }: Place, opening: Opening = {}): Promise<Page> => {
    const { as = 'lee', query = '', allow, prepare, ...options } = opening;
    const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(TIMEOUT_MS);
    const { origin } = new URL(inbox);
    const watch = await watchPages(context, origin);
    contexts.push({ context, watch });
    if (allow) watch.allow(allow);
    await context.addCookies([{ name: 'toolgate-person', value: as, url: origin }]);
    await prepare?.(context);
    const page = await context.newPage();
    await page.goto(inbox + query);
    return page;
  };

  return { serve, open, atEnd };
};
