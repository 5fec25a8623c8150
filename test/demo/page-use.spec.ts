import { beforeAll, describe, expect, it } from 'vitest';
import { buildDemoPage } from '../built-inbox.fixture.js';
import { newDatabase, openDesk } from './desk.fixture.js';
import { OfflineSupportModel } from '../../apps/demo/src/model/offline-support.model.js';
import { seriousIssuesInBothSchemes } from '../inbox/browser/axe.fixture.js';
import { type Opening, useInbox } from '../inbox/browser/use-inbox.fixture.js';
import { demoPage } from './demo-page.fixture.js';

const inbox = useInbox();

beforeAll(buildDemoPage, 60_000);

const WIDE = { width: 1440, height: 900 };

const openDemo = async (options: Opening = {}, wordMs = 0) => {
  const desk = await openDesk(newDatabase(), new OfflineSupportModel(wordMs));
  inbox.atEnd(() => desk.app.close());
  return demoPage(await inbox.open({ inbox: `${desk.url}/` }, { as: 'sam', viewport: WIDE, ...options }));
};

type Demo = ReturnType<typeof demoPage>;

const write = ({ page }: Demo, text: string): Promise<void> =>
  page.getByRole('textbox', { name: 'Message' }).fill(text);

/** The accessible name of the element that has the focus. */
const focused = ({ page }: Demo): Promise<unknown> =>
  page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent');

/** How many pixels of the messages are below their visible part. */
const fromEnd = async ({ page }: Demo): Promise<number> =>
  Number(
    await page.evaluate(
      `(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(document.querySelector('.messages'))`,
    ),
  );

describe('a person who clicks twice', () => {
  it('sends once, and does not stop the answer', async () => {
    const demo = await openDemo({}, 40);
    await write(demo, 'Refund order A-1042');
    await demo.page.getByRole('button', { name: 'Send' }).dblclick();
    await demo.chat.getByText('I refunded €40 of order A-1042.').waitFor();
    expect(await demo.chat.getByRole('article', { name: 'You' }).count()).toBe(1);
  });
});

describe('a person who has only a keyboard', () => {
  it('keeps a place in the chat after each button that disappears', async () => {
    const demo = await openDemo();
    await demo.chat.getByRole('button', { name: /Cancel order A-1050/ }).press('Enter');
    const confirm = demo.chat.getByRole('button', { name: 'Confirm' });
    await confirm.waitFor();
    expect(await focused(demo)).toBe('Messages');
    await confirm.press('Enter');
    await demo.chat.getByText(/I canceled order A-1050/).waitFor();
    expect(await focused(demo)).toBe('Messages');
    await write(demo, 'Find order A-1051');
    await demo.page.getByRole('button', { name: 'Send' }).press('Enter');
    await demo.chat.getByText(/^Order A-1051/).waitFor();
    expect(await focused(demo)).toBe('Message');
    await demo.page.getByRole('button', { name: 'New chat' }).press('Enter');
    await demo.chat.getByText('Hello Ann').waitFor();
    expect(await focused(demo)).toBe('New chat');
  });
});

describe('a message that the server has not received', () => {
  it('is sent again with the button of its error', async () => {
    const demo = await openDemo({ allow: /500/ });
    await demo.page.route('**/support', (route) => route.fulfill({ status: 500, body: 'no' }), { times: 1 });
    await write(demo, 'Find order A-1051');
    await demo.page.keyboard.press('Enter');
    await demo.chat.getByRole('button', { name: 'Load the answer again' }).click();
    await demo.chat.getByText(/^Order A-1051/).waitFor();
    expect(await demo.chat.getByRole('article', { name: 'You' }).count()).toBe(1);
  });
});

describe('a chat that waits for a decision', () => {
  it('takes no message until then, because the server would refuse it', async () => {
    const demo = await openDemo();
    await demo.choose(/Cancel order A-1050/);
    const confirm = demo.chat.getByRole('button', { name: 'Confirm' });
    await confirm.waitFor();
    const message = demo.page.getByRole('textbox', { name: 'Message' });
    expect(await message.isEditable()).toBe(false);
    expect(await message.getAttribute('placeholder')).toBe('Waits for the decision above');
    await confirm.click();
    await demo.chat.getByText(/I canceled order A-1050/).waitFor();
    await write(demo, 'Find order A-1042');
    await demo.page.keyboard.press('Enter');
    await demo.chat.getByText(/^Order A-1042/).waitFor();
  });

  it('asks again for a decision that the server has not received', async () => {
    const demo = await openDemo({ allow: /ERR_FAILED/, viewport: { width: 1440, height: 320 } });
    const { page, chat } = demo;
    await write(demo, 'Cancel order A-1050');
    await page.keyboard.press('Enter');
    const confirm = chat.getByRole('button', { name: 'Confirm' });
    await confirm.waitFor();
    await page.route('**/support', (route) => route.abort(), { times: 1 });
    await confirm.click();
    await chat.getByRole('button', { name: 'Load the answer again' }).waitFor();
    await chat.getByText('is being approved').waitFor();
    expect(await fromEnd(demo)).toBeLessThan(2);
    expect(await page.getByRole('textbox', { name: 'Message' }).isEditable()).toBe(false);
    await page.reload();
    await confirm.click();
    await chat.getByText(/I canceled order A-1050/).waitFor();
  });
});

describe('a person with two tabs', () => {
  it('has a chat in each, which a reload of its tab shows again', async () => {
    const demo = await openDemo();
    await write(demo, 'Find order A-1051');
    await demo.page.keyboard.press('Enter');
    await demo.chat.getByText(/^Order A-1051/).waitFor();
    const page = await demo.page.context().newPage();
    await page.goto(demo.page.url());
    const other = demoPage(page);
    await other.chat.getByText('Hello Ann').waitFor();
    await write(other, 'Find order A-1042');
    await page.keyboard.press('Enter');
    await other.chat.getByText(/^Order A-1042/).waitFor();
    await Promise.all([demo.page.reload(), page.reload()]);
    await demo.chat.getByText(/^Order A-1051/).waitFor();
    await other.chat.getByText(/^Order A-1042/).waitFor();
    expect(await demo.chat.getByRole('article', { name: 'You' }).count()).toBe(1);
    expect(await other.chat.getByRole('article', { name: 'You' }).count()).toBe(1);
  });
});

describe('a reader who has scrolled up', () => {
  it('stays there while an answer is written, and sees the end of the next question', async () => {
    const demo = await openDemo({ viewport: { width: 1440, height: 320 } }, 300);
    const { page, chat } = demo;
    await demo.choose(/Refund order A-1042/);
    await chat.getByText(/^I refunded/).waitFor();
    await chat.hover();
    await page.mouse.wheel(0, -2000);
    await chat.getByText('I refunded €40 of order A-1042.').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Send' }).waitFor();
    expect(await page.evaluate(`document.querySelector('.messages').scrollTop`)).toBe(0);
    await write(demo, 'Find order A-1051');
    await page.keyboard.press('Enter');
    await chat.getByText(/^Order A-1051/).waitFor();
    expect(await fromEnd(demo)).toBeLessThan(2);
  });
});

describe('a page at twice its size', () => {
  it('begins with its first words, and leaves a quarter of the window to the chat', async () => {
    const { page, chat } = await openDemo({ viewport: { width: 720, height: 450 } });
    await chat.getByText('Hello Ann').waitFor();
    expect(await page.evaluate(`document.querySelector('.messages').scrollTop`)).toBe(0);
    expect((await chat.boundingBox())!.height).toBeGreaterThan(450 / 4);
  });
});

describe('the settings of the system', () => {
  it('stop each movement', async () => {
    const { page } = await openDemo({ reducedMotion: 'reduce' });
    await page.locator('.order').first().waitFor();
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.order')).animationDuration`)).toBe('0s');
  });

  it('replace colors, and the page still shows the open part and whether the server runs', async () => {
    const { page } = await openDemo({ forcedColors: 'active', viewport: { width: 390, height: 844 } });
    await page.getByRole('button', { name: 'inbox', exact: true }).click();
    const [current, other, dot, canvas] = await page.evaluate<readonly string[]>(`(() => {
      const color = (selector, property, pseudo) => getComputedStyle(document.querySelector(selector), pseudo)[property];
      return [
        color('.panes [aria-current=true]', 'borderBlockEndColor'),
        color('.panes [aria-current=false]', 'borderBlockEndColor'),
        color('.server-state', 'backgroundColor', '::before'),
        color(':root', 'backgroundColor'),
      ];
    })()`);
    expect(current).not.toBe(other);
    expect(dot).not.toBe(canvas);
  });
});

describe('a page that waits for a person', () => {
  it('has no serious issue of accessibility, in a wide and a narrow window', async () => {
    const demo = await openDemo();
    await demo.choose(/Cancel order A-1050/);
    await demo.chat.getByRole('button', { name: 'Confirm' }).waitFor();
    for (const viewport of [WIDE, { width: 390, height: 844 }]) {
      await demo.page.setViewportSize(viewport);
      expect(await seriousIssuesInBothSchemes(demo.page)).toEqual([]);
    }
  });
});
