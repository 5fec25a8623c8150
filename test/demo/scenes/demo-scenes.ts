import type { PicturedDemo } from './open-pictured-demo.js';

/** A state of the page of the demo that is worth a picture. */
export interface DemoScene {
  readonly name: string;
  readonly play: (demo: PicturedDemo) => Promise<void>;
}

/** A narrow window shows one part of the page at a time. */
const show = async ({ page }: PicturedDemo, part: string): Promise<void> => {
  const tab = page.getByRole('button', { name: part, exact: true });
  if (await tab.isVisible()) await tab.click();
};

/** Waits until the inbox lists an order, whether a narrow window shows the inbox or not. */
const listed = ({ inbox }: PicturedDemo, order: string): Promise<void> =>
  inbox.locator('a').filter({ hasText: order }).first().waitFor({ state: 'attached' });

const waitForManager = async (demo: PicturedDemo): Promise<void> => {
  await demo.choose(/Refund order A-1043/);
  await demo.chat.getByText('Waits for the decision of another person.').waitFor();
  await listed(demo, 'A-1043');
};

const approveAsGrace = async (demo: PicturedDemo): Promise<void> => {
  await show(demo, 'inbox');
  await demo.decideAs('grace');
  await demo.openCard(/A-1043/);
  await demo.approve();
  await show(demo, 'chat');
  await demo.chat.getByText(/I refunded €80 of order A-1043/).waitFor();
};

export const DEMO_SCENES: readonly DemoScene[] = [
  {
    name: 'demo-empty',
    play: async ({ chat, inbox }) => {
      await chat.getByText('Hello Ann').waitFor();
      await inbox.getByText('Nothing waits for a decision').waitFor({ state: 'attached' });
    },
  },
  { name: 'demo-waits', play: waitForManager },
  {
    name: 'demo-confirm',
    play: async (demo) => {
      await demo.choose(/Cancel order A-1050/);
      await demo.chat.getByRole('button', { name: 'Confirm' }).waitFor();
      await listed(demo, 'A-1050');
    },
  },
  {
    name: 'demo-browser',
    play: async (demo) => {
      await demo.choose(/Which browser do I use/);
      await demo.chat.getByText(/You use Chrome/).waitFor();
    },
  },
  {
    name: 'demo-card',
    play: async (demo) => {
      await waitForManager(demo);
      await show(demo, 'inbox');
      await demo.decideAs('grace');
      await demo.openCard(/A-1043/);
      await demo.inbox
        .getByRole('button', { name: /^Approve/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'demo-answered',
    play: async (demo) => {
      await waitForManager(demo);
      await approveAsGrace(demo);
    },
  },
  {
    name: 'demo-shop',
    play: async (demo) => {
      await waitForManager(demo);
      await approveAsGrace(demo);
      await show(demo, 'shop');
      await demo.page.getByRole('region', { name: 'Shop' }).getByText('Your order A-1043', { exact: true }).waitFor();
    },
  },
  {
    name: 'demo-killed',
    play: async (demo) => {
      await waitForManager(demo);
      await demo.killServer();
      await demo.page.getByText('The server was killed and starts again').waitFor();
    },
  },
];
