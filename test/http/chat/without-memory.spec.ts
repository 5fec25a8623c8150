import { afterEach, describe, expect, it } from 'vitest';
import { serveAgent } from '../ag-ui/ag-ui.fixture.js';
import { platforms } from '../platforms.fixture.js';
import { openChat, serveChat, shown } from './chat.fixture.js';
import { stockClients } from './stock-client.fixture.js';

const [platform] = platforms;
const { ai } = stockClients[0]!;

const WARNING = expect.stringMatching(
  /warn: The chat client "default" answers a chat and has no memory.* Set ToolgateModule\.forRoot\(\{ memory: true \}\)/,
) as unknown;

const apps: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

describe('the client of a chat', () => {
  const talk = async (memory: boolean): Promise<readonly string[]> => {
    const served = await serveChat(platform!, { script: ['Hello.', 'I do not know.'], memory });
    apps.push(served.app);
    const { chat } = openChat(ai, served);
    await chat.sendMessage({ text: 'I am Ada.' });
    await chat.sendMessage({ text: 'Who am I?' });
    expect(shown(chat)).toEqual(['I do not know.']);
    expect(served.model.prompts.at(-1)?.messages).toHaveLength(memory ? 3 : 1);
    return served.logs;
  };

  it('is named once in the log if it has no memory, because the model forgets each message', async () => {
    expect(await talk(false)).toEqual([WARNING]);
  });

  it('is not named if it has a memory', async () => {
    expect(await talk(true)).toEqual([]);
  });

  it('is named for a thread of AG-UI, too', async () => {
    const served = await serveAgent(platform!);
    apps.push(served.app);
    served.script.push('Hello.', 'I do not know.');
    const page = served.open();
    await page.ask('I am Ada.');
    await page.ask('Who am I?');
    expect(served.logs).toEqual([WARNING]);
  });
});
