import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { startChromium } from '../../inbox/browser/start-chromium.fixture.js';
import { buildDemoPage, openPicturedDemo } from './open-pictured-demo.js';

/** One frame of an animation. */
export interface Frame {
  readonly png: Buffer;
  readonly forMs: number;
}

const FRAME_MS = 160;
const LONGEST_MS = 1200;
const VIEWPORT = { width: 1280, height: 720 };

/** Plays the story of the demo, and returns its frames: a refund waits, the server is killed, and a manager approves. */
export const recordStory = async (): Promise<readonly Frame[]> => {
  await buildDemoPage();
  const browser = await startChromium();
  try {
    const options = { viewport: VIEWPORT, colorScheme: 'light', reducedMotion: 'reduce' } as const;
    const demo = await openPicturedDemo(browser, options, { OFFLINE_WORD_MS: '60' });
    const { page, chat, choose, killServer, restart, decideAs, openCard, approve } = demo;
    await chat.getByText('Hello Ann').waitFor();
    const camera = film(page);
    await delay(LONGEST_MS);
    await choose(/Refund order A-1043/);
    await chat.getByText('Waits for the decision of another person.').waitFor();
    await delay(LONGEST_MS);
    await killServer();
    await page.getByText('The server was killed and starts again').waitFor();
    await restart();
    await page.getByText(/Server runs/).waitFor();
    await delay(LONGEST_MS);
    await decideAs('grace');
    await openCard(/A-1043/);
    await delay(LONGEST_MS);
    await approve();
    await chat.getByText(/I refunded €80 of order A-1043/).waitFor();
    await page.getByRole('region', { name: 'Shop' }).getByText('Your order A-1043', { exact: true }).waitFor();
    await delay(LONGEST_MS);
    const frames = await camera.stop();
    await demo.close();
    return frames;
  } finally {
    await browser.close();
  }
};

/** Takes frames until it is stopped. A frame that repeats the one before lengthens it, up to a limit. */
const film = (page: Page) => {
  const frames: Frame[] = [];
  const stopped = new AbortController();
  const takeFrames = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const startedAt = performance.now();
      const png = await page.screenshot({ animations: 'disabled' });
      const last = frames.at(-1);
      if (!last?.png.equals(png)) frames.push({ png, forMs: FRAME_MS });
      else frames[frames.length - 1] = { png, forMs: Math.min(last.forMs + FRAME_MS, LONGEST_MS) };
      await delay(Math.max(0, FRAME_MS - (performance.now() - startedAt)));
    }
  };
  const taken = takeFrames();
  return {
    stop: async (): Promise<readonly Frame[]> => {
      stopped.abort();
      await taken;
      return frames;
    },
  };
};
