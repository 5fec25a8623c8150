import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { refund } from './shop/requests.fixture.js';
import { useInbox } from './browser/use-inbox.fixture.js';

const inbox = useInbox();

/** Serves the sources in front of an application, and returns the address that the command prints. */
const serveSources = async (origin: string): Promise<string> => {
  const env = { ...process.env, PORT: new URL(origin).port, NODE_ENV: 'development' };
  const server = spawn(process.execPath, ['scripts/dev-inbox.mjs'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  inbox.atEnd(async () => void server.kill());
  for await (const line of createInterface({ input: server.stdout })) {
    const [, address] = /^The inbox: (\S+),/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('The command ended without an address. Run "npm run dev:inbox" to see why.');
};

it('the sources of the inbox are served with reload, in front of an application that runs', async () => {
  const shop = await inbox.serve();
  const [approval] = await shop.ask(refund());
  const page = await inbox.open({ inbox: await serveSources(shop.origin) });
  await page.getByRole('link', { name: /Refund/ }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Approved. The call has run.').waitFor();
  expect(await shop.approvals.get(approval!.id)).toMatchObject({ status: 'SUCCEEDED', decidedBy: 'lee' });
  expect(await page.evaluate(`document.querySelector('script[src$="/@vite/client"]') !== null`)).toBe(true);
});
