import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that a color can break. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Without the selectors of the elements and without the loading of media, a check takes half of the time. */
const OPTIONS = { resultTypes: ['violations'], selectors: false, preload: false };

/** Returns what axe finds serious or critical on a page: the rule, and the elements that break it. */
export const seriousIssues = async (page: Page): Promise<readonly string[]> => {
  // The policy of the page allows no foreign script; an evaluated one is not part of the page.
  await page.evaluate(source);
  return check(page);
};

const check = async (page: Page, rules?: readonly string[]): Promise<readonly string[]> => {
  const options = JSON.stringify({ ...OPTIONS, ...(rules && { runOnly: rules }) });
  const { violations } = (await page.evaluate(`axe.run(document, ${options})`)) as AxeResults;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
};

/** Returns the same for the light and the dark scheme, which differ in their colors only. */
export const seriousIssuesInBothSchemes = async (page: Page): Promise<readonly string[]> => {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await seriousIssues(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...light, ...(await check(page, COLOR_RULES))];
};
