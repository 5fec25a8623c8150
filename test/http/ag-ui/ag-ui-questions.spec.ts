import { afterEach, describe, expect, it } from 'vitest';
import type { INestApplication } from '@nestjs/common';
import { callsTools, toolCall } from 'toolgate/testing';
import { Exchanges } from '../exchanges.fixture.js';
import { platforms } from '../platforms.fixture.js';
import { serveAgent } from './ag-ui.fixture.js';

let app: INestApplication | undefined;

afterEach(() => app?.close());

const serve = async () => {
  const [platform] = platforms;
  const served = await serveAgent(platform);
  app = served.app;
  served.script.push(callsTools(toolCall('exchange', { order: 'A-1' }, 'x')), 'Done.');
  const page = served.open();
  await page.ask('A-1 is too small');
  return { ...served, page, exchanges: served.app.get(Exchanges) };
};

describe('the question of a tool over AG-UI', () => {
  it('is an interrupt with its message and the schema of the answer, which the stock client answers', async () => {
    const { page, exchanges } = await serve();
    expect(page.interrupts).toMatchObject([
      {
        reason: 'input_required',
        message: 'Which size for A-1?',
        responseSchema: { properties: { size: { enum: ['S', 'M', 'L'] } } },
      },
    ]);
    await page.answer({ size: 'XXL' });
    expect(page.end()).toMatchObject({ type: 'RUN_ERROR', code: 'bad-decision' });
    expect(exchanges.done).toEqual([]);
    await page.answer({ size: 'M' });
    expect(exchanges.done).toEqual(['exchange A-1 M']);
    expect(page.texts()).toEqual(['Done.']);
  });

  it('is canceled by the stock client, and the tool does not run', async () => {
    const { page, exchanges, approvals } = await serve();
    await page.answer('cancel');
    expect(page.texts()).toEqual(['Done.']);
    expect((await approvals.list()).items).toMatchObject([{ status: 'CANCELLED' }]);
    expect(exchanges.done).toEqual([]);
  });
});
