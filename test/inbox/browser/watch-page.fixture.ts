import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';

/** What a page must not do, and what a test allows. */
export interface PageWatch {
  /** The problems so far, one line each. */
  readonly problems: readonly string[];
  /** Allows problems whose line matches, such as the 409 that a story expects. */
  readonly allow: (line: RegExp) => void;
}

const CSP_VIOLATION = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
  console.error('CSP violation of ' + violatedDirective + ': ' + blockedURI + ' in ' + sourceFile))`;

/** Collects each error of the pages of a context: of the console, of scripts, of the policy, and each foreign request. */
export const watchPages = async (context: BrowserContext, origin: string): Promise<PageWatch> => {
  const lines: string[] = [];
  const allowed: RegExp[] = [];
  await context.addInitScript(CSP_VIOLATION);
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') lines.push(lineOf(message));
  });
  context.on('weberror', (error) => lines.push(`error: ${error.error().stack ?? error.error().message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== origin) lines.push(`request to another host: ${url.href}`);
  });
  context.on('page', (page: Page) => page.on('crash', () => lines.push('The page crashed.')));
  return {
    get problems() {
      return lines.filter((line) => !allowed.some((pattern) => pattern.test(line)));
    },
    allow: (line) => void allowed.push(line),
  };
};

const lineOf = (message: ConsoleMessage): string =>
  `console.${message.type()}: ${message.text()} (${message.location().url})`;
