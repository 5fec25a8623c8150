import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { email, payOut, refund, transfer } from './shop/requests.fixture.js';
import { askAgain, askExpired, askOne, changeTool, decideAs } from './shop/seeds.fixture.js';
import { useInbox } from './browser/use-inbox.fixture.js';

const inbox = useInbox();

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const TIME = /[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2}:\d{2}\s[AP]M/g;

describe('the cancellation of a request', () => {
  it('states what it means for the call and for the run, and cancels the call alone', async () => {
    const shop = await inbox.serve({ worker: false });
    const [call, other] = await shop.ask(refund(), email());
    const page = await inbox.open(shop, { as: 'root', query: `?approval=${call!.id}` });
    await page.getByRole('button', { name: 'Cancel this request' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this request' });
    await dialog.getByText('This call does not run. The model is informed').waitFor();
    await dialog.getByText('No other call of this run starts.').waitFor();
    await dialog.getByLabel('Reason').fill('Asked twice.');
    await dialog.getByRole('button', { name: 'Cancel this call' }).click();
    await page.getByText('Canceled. The call does not run.').waitFor();
    expect(await shop.approvals.get(call!.id)).toMatchObject({ status: 'CANCELLED', decisionReason: 'Asked twice.' });
    expect(await shop.approvals.get(other!.id)).toMatchObject({ status: 'PENDING' });
  });

  it('cancels the whole run', async () => {
    const shop = await inbox.serve({ worker: false });
    const [call, other] = await shop.ask(refund(), email());
    const page = await inbox.open(shop, { as: 'root', query: `?approval=${call!.id}` });
    await page.getByRole('button', { name: 'Cancel this request' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this request' });
    await dialog.getByRole('radio', { name: 'Cancel the whole run' }).check();
    await dialog.getByRole('button', { name: 'Cancel the whole run' }).click();
    await page.getByText('Canceled. The call does not run.').waitFor();
    expect(await shop.approvals.runs.get(call!.runId)).toMatchObject({ status: 'cancelled' });
    expect(await shop.approvals.get(other!.id)).toMatchObject({ status: 'CANCELLED' });
  });

  it('is offered to its requester and to administrators only', async () => {
    const shop = await inbox.serve({ worker: false });
    const { id } = await askOne(shop, email({}, { user: 'ann' }));
    for (const [as, offers] of [
      ['lee', 0],
      ['ann', 1],
      ['root', 1],
    ] as const) {
      const page = await inbox.open(shop, { as, query: `?approval=${id}` });
      await section(page, 'History').getByText('Approval requested').waitFor();
      expect(await page.getByRole('button', { name: 'Cancel this request' }).count()).toBe(offers);
    }
  });
});

describe('the card of a call that another application runs', () => {
  it.each([
    ['en', 'Runs in'],
    ['de', 'Läuft in'],
  ] as const)('names that application: %s', async (language, label) => {
    const shop = await inbox.serve({ worker: false, http: { inbox: { language } } });
    const { approval } = await shop.approvals.request({
      tool: 'sendParcel',
      arguments: { orderNumber: 'A-1043' },
      requirement: {},
      requester: { id: 'maria', tenant: 'acme' },
      requestId: 'parcel-1',
      application: 'warehouse',
    });
    const page = await inbox.open(shop, { query: `?approval=${approval.id}` });
    await page.locator('.facts .fact').filter({ hasText: label }).getByText('warehouse').waitFor();
  });

  it('names none for a call of its own application', async () => {
    const shop = await inbox.serve({ worker: false });
    const { id } = await askOne(shop, refund());
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    await page.locator('.facts').getByText('Requested by').waitFor();
    expect(await page.locator('.facts').getByText('Runs in').count()).toBe(0);
  });
});

describe('the card of a call whose tool has changed', () => {
  const differences = async (page: Page): Promise<readonly string[]> => {
    const notice = page.locator('.notice').filter({ hasText: /tool has changed/ });
    const items = await notice.getByRole('listitem').allInnerTexts();
    return items.map((text) => text.replace(/\s+/g, ' '));
  };
  const CHANGES = [
    'Description Refunds an order to anythe card that paid it',
    'Changed parameter: Order number string, required, pattern ^[A-Z]-\\d{4}$. Such as A-1043',
    'Changed parameter: Amount number, required, exclusiveMinimumminimum 0.01, maximum 1005000. In the currency of the order',
    'Removed parameter: Note string, optional',
    'New parameter: Currency one of EUR, USD, CHF, required',
  ];

  it('shows what changed in the description and in each parameter', async () => {
    const shop = await inbox.serve({ worker: false });
    const approval = await askOne(shop, refund());
    const page = await inbox.open(shop, { query: `?approval=${approval.id}` });
    const notice = page.getByText('The tool has changed since the request');
    await page.getByText('Refunds an order to the card that paid it').waitFor();
    expect(await notice.count()).toBe(0);
    await changeTool(shop, approval);
    await page.reload();
    await notice.waitFor();
    expect(await differences(page)).toEqual(CHANGES);
    expect(await shop.as('lee').get(approval.id)).toMatchObject({
      description: 'Refunds an order to any card',
      presentTool: {
        description: 'Refunds an order to the card that paid it',
        inputSchema: { properties: { currency: {} } },
      },
    });
  });

  it('shows the same after a vote that is asked again', async () => {
    const shop = await inbox.serve({ worker: false });
    const approval = await askOne(shop, refund());
    await askAgain(shop, approval);
    const page = await inbox.open(shop, { as: 'lee', query: `?approval=${approval.id}` });
    await page.getByText('Asked again, because the tool has changed').first().waitFor();
    expect(await differences(page)).toEqual(CHANGES);
    expect(await shop.as('lee').get(approval.id)).not.toHaveProperty('presentTool');
  });

  it('states that another part differs if an approver sees no difference', async () => {
    const shop = await inbox.serve({ worker: false });
    const approval = await askOne(shop, refund());
    const { description, inputSchema } = approval;
    await changeTool(shop, approval, { description: description!, inputSchema: inputSchema! });
    const page = await inbox.open(shop, { query: `?approval=${approval.id}` });
    await page.getByText('Another part of its definition is different.').waitFor();
  });
});

describe('the card of an expired approval', () => {
  it('states what a person can do now, and its history has the expiry with its time', async () => {
    const shop = await inbox.serve({ worker: false });
    const { id, expiresAt } = await askExpired(shop);
    const page = await inbox.open(shop, { timezoneId: 'UTC', query: `?approval=${id}` });
    await page.getByText('If it is still needed, ask maria to request it again.').waitFor();
    const last = section(page, 'History').getByRole('listitem').last();
    expect((await last.innerText()).replace(/\s+/g, ' ')).toMatch(
      /^Expired without a decision \d+ min\. ago [A-Z]\w+ \d+, \d{4}, [\d:]+ [AP]M$/,
    );
    const time = await last.locator('small time').innerText();
    expect(Date.parse(`${time.replace(/\s/g, ' ')} UTC`)).toBe(Math.floor(Date.parse(expiresAt) / 1000) * 1000);
  });

  it('states that the run was canceled if the requirement says so', async () => {
    const shop = await inbox.serve({ worker: false });
    const { id } = await shop.clock.at(-48 * 3_600_000, () => askOne(shop, transfer()));
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    await page.getByText('The whole run was canceled. If it is still needed, ask maria to request it again.').waitFor();
  });
});

describe('the print of a card', () => {
  it('has every argument and event with its time, and no buttons', async () => {
    const shop = await inbox.serve();
    const approval = await askOne(shop, email());
    await decideAs(shop, 'kim', approval, { editedArguments: { ...email().args, subject: 'Your chair' } });
    const page = await inbox.open(shop, { query: `?approval=${approval.id}` });
    await section(page, 'History').getByText('The call returned its result').waitFor();
    await page.emulateMedia({ media: 'print' });
    await section(page, 'Arguments').getByText('Your support desk').waitFor();
    const printed = await page.locator('body').innerText();
    const events = await section(page, 'History').getByRole('listitem').allInnerTexts();
    expect(events).toHaveLength((await shop.as('lee').history(approval.id)).length);
    for (const event of events) expect(event).toMatch(/, \d{4} at [\d:]+\s[AP]M/);
    expect(printed).toContain('return-label.pdf');
    // What is on paper can be found again.
    expect(printed).toContain(`Approval ID ${approval.id}`);
    expect(await page.getByRole('article').getByRole('link').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('region', { name: 'Decision' }).filter({ visible: true }).count()).toBe(0);
  });
});

describe('the card', () => {
  it('has this tree of roles and names', async () => {
    const shop = await inbox.serve();
    const { id, runId } = await askOne(shop, payOut());
    const page = await inbox.open(shop, { as: 'root', query: `?approval=${id}` });
    await section(page, 'History').getByText('Approval requested').waitFor();
    const tree = await page.locator('.card-content').ariaSnapshot();
    const fixed = tree
      .replace(runId, '<run>')
      .replace(TIME, '<time>')
      .replace(/: now|: \d+ sec\. ago/g, ': <ago>');
    expect(fixed).toMatchInlineSnapshot(`
      "- text: Waiting
      - time: 23 hr left
      - text: Effect may be permanent
      - heading "Pay out" [level=1]
      - code: payOut
      - paragraph: Pays an order out to its seller
      - term: Amount
      - definition:
        - strong: €250.00
      - term: Order number
      - definition:
        - code: A-1050
      - term: Requested by
      - definition: maria
      - list:
        - listitem:
          - text: Asked
          - time: <ago>
        - listitem:
          - text: Expires
          - time: <time>
        - listitem:
          - link "Open the run":
            - /url: /approvals/inbox?view=runs&run=<run>
        - listitem:
          - button "Cancel this request"
      - region "Arguments":
        - heading "Arguments" [level=2]
        - button "Copy as JSON"
        - group "Show the arguments as":
          - text: Show the arguments as
          - radio "Form" [checked]
          - text: Form
          - radio "JSON"
          - text: JSON
        - term: Order number
        - definition:
          - code: A-1050
        - term: Amount
        - definition:
          - strong: €250.00
        - term: Currency
        - definition: EUR
      - region "Why a person decides":
        - heading "Why a person decides" [level=2]
        - list:
          - listitem: Human approval asks a person
        - group: 3 strategies leave it to others
      - region "Who decides":
        - heading "Who decides" [level=2]
        - paragraph: Any approver 0 of 1
        - list:
          - listitem: The arguments may not be changed.
      - region "History":
        - heading "History" [level=2]
        - list:
          - listitem:
            - paragraph:
              - text: Approval requested
              - time: <ago>
            - time: <time>"
    `);
  });
});
