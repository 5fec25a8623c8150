import { type Browser, chromium as playwright } from 'playwright-core';

/** Starts the Chromium of the tests on Linux x64, and elsewhere an installed Chrome. It unpacks into the temporary folder. */
export const startChromium = async (): Promise<Browser> => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return playwright.launch({ channel: 'chrome' });
  const { default: chromium } = await import('@sparticuz/chromium');
  return playwright.launch({ executablePath: await chromium.executablePath() });
};
