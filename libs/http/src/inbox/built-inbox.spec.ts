import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readBuiltInbox } from './built-inbox.js';

it('stops start-up with the command that builds the page, if the page was not built', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inbox-'));
  expect(() => readBuiltInbox(folder)).toThrow(
    `The option inbox of ApprovalsHttpModule is on, and the built page ${join(folder, 'index.html')} is missing. In the repository of Toolgate, run "npm run build:inbox".`,
  );
});
