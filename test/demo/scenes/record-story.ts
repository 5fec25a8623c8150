import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { startChromium } from '../../inbox/browser/start-chromium.fixture.js';
import { buildDemoPage, openPicturedDemo } from './open-pictured-demo.js';

/** One frame of an animation. */
export interface Frame {
  readonly png: Buffer;
  readonly forMs: number;
}

const SHORTEST_MS = 40;
const LONGEST_MS = 2000;
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
    const camera = await film(page);
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

/** Records what the page paints until it is stopped. No frame is shown for longer than a limit. */
const film = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  const painted: { readonly png: Buffer; readonly at: number }[] = [];
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    painted.push({ png: Buffer.from(data, 'base64'), at: performance.now() });
    session.send('Page.screencastFrameAck', { sessionId }).catch(ignore);
  });
  await session.send('Page.startScreencast', { format: 'png' });
  return {
    stop: async (): Promise<readonly Frame[]> => {
      await session.send('Page.stopScreencast');
      const end = performance.now();
      const changed = painted.filter(({ png }, index) => !painted[index - 1]?.png.equals(png));
      return changed.map(({ png, at }, index) => ({
        png,
        forMs: Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (changed[index + 1]?.at ?? end) - at)),
      }));
    },
  };
};

const ignore = (): void => {};
