import { describe, expect, it } from 'vitest';
import type { BrowserContext, Page } from 'playwright-core';
import { useInbox } from './browser/use-inbox.fixture.js';
import { refund } from './shop/requests.fixture.js';
import { askMany, askOne } from './shop/seeds.fixture.js';

const inbox = useInbox();

const row = (page: Page) => page.getByRole('link', { name: /Refund/ }).first();

/** Lets the scripts of the page arrive only after a person and a list were requested. */
const scriptsAfterData = (context: BrowserContext) => {
  let [me, list] = [() => {}, () => {}];
  const requested = Promise.all([
    new Promise<void>((resolve) => (me = resolve)),
    new Promise<void>((resolve) => (list = resolve)),
  ]);
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('/me')) me();
    if (pathname.endsWith('/approvals')) list();
  });
  return context.route('**/assets/*.js', async (route) => {
    await requested;
    await route.continue();
  });
};

const reads = (page: Page): readonly string[] => {
  const urls: string[] = [];
  page.context().on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/\/approvals(\/me)?$/.test(pathname)) urls.push(pathname + search);
  });
  return urls;
};

describe('the first requests', () => {
  it('are sent while the scripts load, each of them once', async () => {
    const shop = await inbox.serve();
    await askOne(shop, refund());
    const page = await inbox.open(shop, { prepare: scriptsAfterData });
    await row(page).waitFor();
    const again = reads(page);
    await page.reload();
    await row(page).waitFor();
    await page.waitForLoadState('load');
    expect([...again].sort()).toEqual(['/approvals/me', '/approvals?status=PENDING&order=oldest&limit=12'].sort());
  });

  it('are those of the address', async () => {
    const shop = await inbox.serve();
    await askOne(shop, refund());
    const page = await inbox.open(shop, { query: '?status=all&tool=refund&mine=true', prepare: scriptsAfterData });
    const again = reads(page);
    await row(page).waitFor();
    await page.reload();
    await row(page).waitFor();
    expect(again.filter((url) => url.includes('?'))).toEqual([
      '/approvals?tool=refund&decidable=true&order=newest&limit=12',
    ]);
  });

  it('have the bearer token that the application stored', async () => {
    const token = { storage: 'local', key: 'the "access" token' } as const;
    const shop = await inbox.serve({ http: { inbox: { token } } });
    await askOne(shop, refund());
    const sent: (string | undefined)[] = [];
    const page = await inbox.open(shop, {
      prepare: async (context) => {
        // An empty page has no storage.
        await context.addInitScript(`origin === 'null' || localStorage.setItem(${JSON.stringify(token.key)}, 't-1')`);
        context.on('request', (request) => {
          if (/\/approvals(\/me)?(\?|$)/.test(request.url())) sent.push(request.headers()['authorization']);
        });
        await scriptsAfterData(context);
      },
    });
    await row(page).waitFor();
    expect(sent).toEqual(['Bearer t-1', 'Bearer t-1']);
  });
});

describe('the first rows', () => {
  it.each(['en-US', 'de-DE'])(
    'of a page in %s need no data of languages, which a browser loads slowly',
    async (locale) => {
      const shop = await inbox.serve();
      await askMany(shop, 60);
      const page = await inbox.open(shop, {
        locale,
        prepare: (context) =>
          context.addInitScript(`
          globalThis.formats = [];
          for (const name of ['NumberFormat', 'DateTimeFormat', 'RelativeTimeFormat', 'PluralRules', 'Collator']) {
            const use = (call) => (...given) => (formats.push(name), Reflect[call](...given));
            Intl[name] = new Proxy(Intl[name], { apply: use('apply'), construct: use('construct') });
          }
          const { toLocaleString } = Number.prototype;
          Number.prototype.toLocaleString = function (...given) {
            formats.push('toLocaleString');
            return toLocaleString.apply(this, given);
          };
        `),
      });
      await row(page).waitFor();
      expect(await row(page).innerText()).toMatch(locale === 'de-DE' ? /\d,\d\d\s€/ : /€\d+\.\d\d/);
      expect(await page.evaluate('formats')).toEqual([]);
    },
  );
});

describe('a long list', () => {
  it('shows its first approvals before the others are read', async () => {
    const shop = await inbox.serve();
    await askMany(shop, 60);
    let release = () => {};
    const isShown = new Promise<void>((resolve) => (release = resolve));
    const page = await inbox.open(shop, {
      prepare: (context) =>
        context.route(/cursor=/, async (route) => {
          await isShown;
          await route.continue();
        }),
    });
    await row(page).waitFor();
    await page.getByText('12 of 60 approvals').waitFor();
    release();
    await page.getByText('60 approvals', { exact: true }).waitFor();
  });
});

describe('the code of the card', () => {
  it('offers to load the page again if it does not arrive', async () => {
    const shop = await inbox.serve();
    await askOne(shop, refund());
    const page = await inbox.open(shop, {
      allow: /later-parts|Failed to load resource/,
      prepare: (context) => context.route('**/later-parts-*.js', (route) => route.abort(), { times: 1 }),
    });
    await row(page).click();
    await page.getByText('This page cannot be shown').waitFor();
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  });
});
