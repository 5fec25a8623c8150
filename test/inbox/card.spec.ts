import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { deploy, email, hostile, refund, transfer } from './shop/requests.fixture.js';
import { askOne, decideAs } from './shop/seeds.fixture.js';
import { useInbox } from './browser/use-inbox.fixture.js';

const inbox = useInbox();

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describe('the card', () => {
  it('states the amount, the target and the person first, then why and who decides', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, transfer({}, { user: 'jonas', conversation: 'invoices-11' }));
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    await page.getByRole('heading', { level: 1, name: 'Transfer money' }).waitFor();
    const facts = await page.getByLabel('What is requested').innerText();
    expect(facts.split('\n').filter(Boolean)).toEqual([
      'Amount',
      '€12,480.50',
      'IBAN',
      'DE89370400440532013000',
      'Recipient',
      'Northwind Furniture GmbH',
      'Execute on',
      expect.stringMatching(/^Tue, Dec 1, 2026/),
      'Requested by',
      'jonas',
    ]);
    expect(await section(page, 'Arguments').innerText()).toMatch(
      /Execute on\s+The day of the transfer\s+Tue, Dec 1, 2026/,
    );
    expect(await section(page, 'Why a person decides').innerText()).toContain('Human approval asks a person');
    expect(await section(page, 'Who decides').innerText()).toContain('2 from finance');
  });

  it('shows the arguments as canonical JSON too', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, refund());
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    await section(page, 'Arguments').getByRole('radio', { name: 'JSON' }).check();
    expect(await section(page, 'Arguments').locator('pre').innerText()).toMatch(
      /"amount": 80,\s+"currency": "EUR",\s+"orderNumber": "A-1043"/,
    );
  });

  it('folds long texts and many values', async () => {
    const shop = await inbox.serve();
    const letter = await askOne(shop, email());
    const page = await inbox.open(shop, { query: `?approval=${letter.id}` });
    const card = page.getByRole('article');
    await card.getByText('Dear Ms. Baker').waitFor();
    expect(await card.getByText('Your support desk').count()).toBe(0);
    await card.getByRole('button', { name: /^Show all \d+ lines$/ }).click();
    await card.getByText('Your support desk').waitFor();
    const { id } = await askOne(
      shop,
      deploy({ config: { flags: Array.from({ length: 300 }, (_, index) => `flag ${index}`) } }),
    );
    const other = await inbox.open(shop, { query: `?approval=${id}` });
    await section(other, 'Arguments').getByRole('radio', { name: 'JSON' }).check();
    const lines = section(other, 'Arguments').locator('pre');
    expect(await lines.innerText()).not.toContain('flag 1');
    for (const name of ['302 lines', '300 lines']) await lines.getByRole('button', { name }).click();
    expect(await lines.innerText()).toContain('flag 1');
    await section(other, 'Arguments').getByRole('button', { name: 'Show all 309 lines' }).click();
    expect(await lines.innerText()).toContain('flag 299');
  });

  it('names the characters that a person would not see', async () => {
    const shop = await inbox.serve();
    const { id } = await askOne(shop, hostile());
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    await page.getByText('This request contains characters that are easy to miss').waitFor();
    const text = await page.getByRole('article').innerText();
    expect(text.indexOf('easy to miss')).toBeLessThan(text.indexOf('invoice_'));
    expect(text).toContain('RIGHT-TO-LEFT OVERRIDE U+202E');
    expect(text).toContain('invoice_U+202Etxt.exe');
    expect(text).toMatch(/5 letters look Latin and are from another alphabet/);
  });

  it('states that another request with the same values waits, and links to it', async () => {
    const shop = await inbox.serve();
    const other = await askOne(shop, transfer({}, { user: 'jonas' }));
    const { id } = await askOne(shop, transfer({}, { user: 'maria' }));
    await askOne(shop, transfer({ amount: 1 }));
    const page = await inbox.open(shop, { query: `?approval=${id}` });
    await page.getByText('jonas requested the same call.').waitFor();
    await page.getByRole('link', { name: 'Open the other request' }).click();
    await page.getByText('maria requested the same call.').waitFor();
    expect(page.url()).toContain(other.id);
  });

  it('shows the votes and the decision of others while it is open', async () => {
    const shop = await inbox.serve();
    const approval = await askOne(shop, transfer());
    const page = await inbox.open(shop, { query: `?approval=${approval.id}` });
    await section(page, 'Who decides').getByText('0 of 2').waitFor();
    await decideAs(shop, 'kim', approval, { reason: 'I called them.' });
    await section(page, 'Who decides').getByText('1 of 2').waitFor();
    await section(page, 'History').getByText('kim approved').waitFor();
    await decideAs(shop, 'root', approval, { decision: 'reject', reason: 'Wrong month.' });
    await page.getByText('Rejected. The call does not run, and the model receives the reason.').waitFor();
    expect(await page.getByRole('article').innerText()).toContain('Wrong month.');
  });

  it('shows what people changed', async () => {
    const shop = await inbox.serve();
    const approval = await askOne(shop, transfer());
    const { arguments: args } = await shop.as('kim').get(approval.id);
    await decideAs(shop, 'kim', approval, { editedArguments: { ...args, amount: 12_000 } });
    const page = await inbox.open(shop, { query: `?approval=${approval.id}` });
    const changes = section(page, 'Changed arguments');
    await changes.waitFor();
    expect((await changes.innerText()).replace(/\s+/g, ' ')).toContain('Amount Before €12,480.50 After €12,000.00');
  });
});
