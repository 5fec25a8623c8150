import { expect, vi } from 'vitest';
import type { Locator, Page } from 'playwright-core';

/** Passes the pauses between the attempts of a page whose clock a test moves, until something is shown. */
export const passPauses = async (page: Page, shown: Locator): Promise<void> => {
  await vi.waitFor(
    async () => {
      await page.clock.runFor(1000);
      expect(await shown.count()).toBeGreaterThan(0);
    },
    { timeout: 10_000 },
  );
};
