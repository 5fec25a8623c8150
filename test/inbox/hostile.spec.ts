import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { decideAs } from './shop/seeds.fixture.js';
import { hostile, refund } from './shop/requests.fixture.js';
import { HOSTILE } from './shop/texts.fixture.js';
import { useInbox } from './browser/use-inbox.fixture.js';

const inbox = useInbox();

const ranForeignCode = (page: Page): Promise<unknown> => page.evaluate('globalThis.hacked');

const shownText = (page: Page): Promise<string> => page.getByRole('main').innerText();

// What changes the order or the look of a text without being seen.
const INVISIBLE = /\p{Cf}|(?![\n\t])\p{Cc}/u;

describe('hostile texts', () => {
  it('of a tool, its arguments and its requester are shown and never run', async () => {
    const shop = await inbox.serve();
    const [approval] = await shop.ask(hostile());
    const page = await inbox.open(shop, { query: `?approval=${approval!.id}` });
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    const text = await shownText(page);
    expect(text).toContain('<script>globalThis.hacked = 1</script>');
    expect(text).toContain('![x](https://evil.example/x.png)');
    expect(text).not.toMatch(INVISIBLE);
    expect(await page.locator('main a[href^="javascript:"], main img, main script').count()).toBe(0);
    expect(await ranForeignCode(page)).toBeUndefined();
  });

  it('of a reason are shown and never run, in the card and in the timeline', async () => {
    const shop = await inbox.serve();
    const [approval] = await shop.ask(refund());
    await decideAs(shop, 'ann', approval!, { decision: 'reject', reason: `${HOSTILE.script} ${HOSTILE.bidi}` });
    for (const query of [`?approval=${approval!.id}`, `?run=${approval!.runId}`]) {
      const page = await inbox.open(shop, { query });
      await page.getByText('<script>globalThis.hacked = 1</script>').first().waitFor();
      expect(await shownText(page)).not.toMatch(INVISIBLE);
      expect(await ranForeignCode(page)).toBeUndefined();
    }
  });
});

describe('another origin', () => {
  it('cannot decide with the session of a person who visits it', async () => {
    const shop = await inbox.serve();
    const [approval] = await shop.ask(refund());
    const { id, revision, argsHash } = approval!;
    const foreign = await fetch(`${shop.origin}/approvals/${id}/decisions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: 'toolgate-person=lee',
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
      },
      body: JSON.stringify({ decisionId: 'd1', decision: 'approve', revision, argsHash }),
    });
    expect([foreign.status, await foreign.json()]).toMatchObject([403, { problem: 'bad-origin' }]);
    expect(await shop.approvals.get(id)).toMatchObject({ status: 'PENDING', votes: [] });
  });

  it('cannot show the inbox in a frame', async () => {
    const shop = await inbox.serve();
    const answer = await fetch(shop.inbox);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});

describe('the id of another tenant in the address', () => {
  it.each(['approval', 'run'])('is answered as missing: ?%s=', async (kind) => {
    const shop = await inbox.serve();
    const [approval] = await shop.ask(refund({ orderNumber: 'G-2002' }, { tenant: 'globex', user: 'gina' }));
    const id = kind === 'approval' ? approval!.id : approval!.runId;
    const page = await inbox.open(shop, { query: `?${kind}=${id}`, allow: /status of 404/ });
    await page
      .getByText(/It does not exist, or you may not see it|This run does not exist/)
      .filter({ visible: true })
      .first()
      .waitFor();
    expect(await shownText(page)).not.toMatch(/G-2002|gina/);
  });
});
