import type { Page } from 'playwright-core';

/** The page of the demo, in the words of its users. */
export const demoPage = (page: Page) => {
  const chat = page.getByRole('log', { name: 'Messages' });
  const inbox = page.frameLocator('iframe');
  return {
    page,
    chat,
    inbox,
    /** Sends one of the suggested messages. */
    choose: (name: RegExp): Promise<void> => chat.getByRole('button', { name }).click(),
    /** Changes the person who decides in the inbox. */
    decideAs: (id: string) => page.getByLabel('You decide as').selectOption(id),
    openCard: (name: RegExp): Promise<void> => inbox.getByRole('link', { name }).press('Enter'),
    approve: (): Promise<void> =>
      inbox
        .getByRole('button', { name: /^Approve/ })
        .first()
        .press('Enter'),
    /** Presses the second button, which a call with a permanent effect has. */
    confirm: (): Promise<void> => inbox.getByRole('button', { name: /^Approve: / }).click(),
    killServer: (): Promise<void> => page.getByRole('button', { name: 'Kill the server' }).click(),
  };
};

/** An open page of the demo. */
export type DemoPage = ReturnType<typeof demoPage>;
