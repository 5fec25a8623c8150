import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChromium } from '../../inbox/browser/start-chromium.fixture.js';
import { DEMO_SCENES, type DemoScene } from './demo-scenes.js';
import { buildDemoPage, openPicturedDemo } from './open-pictured-demo.js';

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

interface Shot {
  readonly scene: DemoScene;
  readonly viewport: (typeof WINDOWS)[number];
  readonly colorScheme: 'light' | 'dark';
  readonly file: string;
}

const shots = (folder: string): readonly Shot[] =>
  DEMO_SCENES.flatMap((scene) =>
    WINDOWS.flatMap((viewport) =>
      (['light', 'dark'] as const).map((colorScheme) => ({
        scene,
        viewport,
        colorScheme,
        file: join(folder, `${scene.name}-${viewport.width}-${colorScheme}.png`),
      })),
    ),
  );

/** Takes a picture of each state of the demo's page whose file has a text in its name. */
export const takeDemoPictures = async (folder: string, nameFilter: string): Promise<void> => {
  const wanted = shots(folder).filter(({ file }) => file.includes(nameFilter));
  if (wanted.length === 0) return;
  mkdirSync(folder, { recursive: true });
  await buildDemoPage();
  const browser = await startChromium();
  try {
    for (const { scene, viewport, colorScheme, file } of wanted) {
      const demo = await openPicturedDemo(browser, { viewport, colorScheme, reducedMotion: 'reduce' });
      try {
        await scene.play(demo);
      } catch (error) {
        console.error(`${file} is incomplete: ${String(error).split('\n')[0]}`);
      }
      writeFileSync(file, await demo.page.screenshot({ animations: 'disabled' }));
      await demo.close();
    }
  } finally {
    await browser.close();
  }
};
