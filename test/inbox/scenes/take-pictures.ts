import 'reflect-metadata';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { startChromium } from '../browser/start-chromium.fixture.js';
import { serveShop } from '../shop/serve-shop.fixture.js';
import { letWait, type Scene, SCENES } from './scenes.fixture.js';

/** One picture of a scene. */
export interface Picture {
  readonly scene: string;
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly waiting: Scene['waiting'][number];
  readonly file: string;
}

const HEIGHT: Readonly<Record<number, number>> = { 1440: 900, 390: 844 };

/** Every picture of every scene. */
export const allPictures = (folder: string): readonly Picture[] =>
  SCENES.flatMap(({ name, waiting }) =>
    waiting.flatMap((count) =>
      ([1440, 390] as const).flatMap((width) =>
        (['light', 'dark'] as const).map((theme) => ({
          scene: name,
          theme,
          width,
          waiting: count,
          file: join(folder, `${name}-${count}-${width}-${theme}.png`),
        })),
      ),
    ),
  );

/** Takes pictures, and writes each to its file. A scene that fails is printed, and its picture shows how far it came. */
export const takePictures = async (pictures: readonly Picture[], shape: (png: Buffer) => Buffer): Promise<void> => {
  const browser = await startChromium();
  try {
    for (const picture of pictures) await take(browser, picture, shape);
  } finally {
    await browser.close();
  }
};

const take = async (browser: Browser, picture: Picture, shape: (png: Buffer) => Buffer): Promise<void> => {
  const scene = SCENES.find(({ name }) => name === picture.scene)!;
  const shop = await serveShop({ worker: scene.worker ?? true });
  const context = await browser.newContext({
    viewport: { width: picture.width, height: HEIGHT[picture.width] ?? 900 },
    colorScheme: picture.theme,
    reducedMotion: 'reduce',
    locale: scene.locale ?? 'en-US',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(8000);
  try {
    await letWait(shop, picture.waiting);
    await scene.play({ shop, open: (query = '', as = 'lee') => openIn(context, shop.inbox, query, as) });
  } catch (error) {
    console.error(`${picture.file} is incomplete: ${String(error).split('\n')[0]}`);
  }
  const page = context.pages()[0];
  if (page) writePicture(picture.file, shape(await page.screenshot({ animations: 'disabled' })));
  await context.close();
  await shop.app.close();
};

const openIn = async (context: BrowserContext, inbox: string, query: string, as: string) => {
  await context.addCookies([{ name: 'toolgate-person', value: as, url: new URL(inbox).origin }]);
  const page = context.pages()[0] ?? (await context.newPage());
  // The connection of the event stream never ends, so the network is never idle: two quiet frames suffice.
  await page.goto(inbox + query);
  await page.getByRole('main').waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.locator('.skeleton, .card-skeleton').first().waitFor({ state: 'detached' });
  return page;
};

const writePicture = (file: string, png: Buffer): void => {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, png);
};
