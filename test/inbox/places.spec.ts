import { describe, expect, it } from 'vitest';
import { refund } from './shop/requests.fixture.js';
import { useInbox } from './browser/use-inbox.fixture.js';
import { stripPrefix } from './browser/strip-prefix.fixture.js';

const inbox = useInbox();

describe('the inbox at another place', () => {
  it('works below a global prefix and the path of the door', async () => {
    const shop = await inbox.serve({
      http: { path: 'desk/approvals' },
      change: (app) => void app.setGlobalPrefix('api'),
    });
    const [approval] = await shop.ask(refund());
    const page = await inbox.open({ inbox: `${shop.origin}/api/desk/approvals/inbox` });
    await page.getByRole('link', { name: /Refund/ }).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Approved. The call has run.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/api/desk/approvals/inbox');
    expect(await shop.approvals.get(approval!.id)).toMatchObject({ status: 'SUCCEEDED', decidedBy: 'lee' });
  });

  it('works below a prefix that a proxy strips, and stays there', async () => {
    const shop = await inbox.serve();
    const [approval] = await shop.ask(refund());
    const proxy = await stripPrefix(shop.origin, '/tools/desk');
    inbox.atEnd(proxy.close);
    const page = await inbox.open({ inbox: `${proxy.origin}/approvals/inbox` });
    await page.getByRole('link', { name: /Refund/ }).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Approved. The call has run.').waitFor();
    expect(new URL(page.url())).toMatchObject({
      pathname: '/tools/desk/approvals/inbox',
      search: `?approval=${approval!.id}`,
    });
  });
});

describe('a page that opens the inbox', () => {
  it('cannot reach it', async () => {
    const shop = await inbox.serve();
    const opener = await inbox.open(shop);
    const opened = opener.context().waitForEvent('page');
    await opener.evaluate('globalThis.opened = open(location.href)');
    await (await opened).getByText('Nothing waits for a decision').waitFor();
    expect(await opener.evaluate('opened.closed')).toBe(true);
    expect(await (await opened).evaluate('opener')).toBeNull();
  });
});
