import { afterEach, describe, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { callsTools, toolCall } from 'toolgate/testing';
import type { DoorStory } from '../door.fixture.js';
import { platforms } from '../platforms.fixture.js';
import { serveAgent } from './ag-ui.fixture.js';

const refund = (order: string, id: string) => toolCall('refund', { order, amount: 5 }, id);

describe.each(platforms)('the stock client of AG-UI, on $name', (platform) => {
  let app: INestApplication | undefined;

  const serve = async (story: DoorStory = {}) => {
    const served = await serveAgent(platform, story);
    app = served.app;
    return { ...served, page: served.open() };
  };

  afterEach(() => app?.close());

  it('shows an answer', async () => {
    const { page, script } = await serve();
    script.push('Hello, Ada.');
    expect(await page.ask('Hi')).toEqual([
      'RUN_STARTED',
      'STEP_STARTED',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'STEP_FINISHED',
      'RUN_FINISHED',
    ]);
    expect(page.texts()).toEqual(['Hello, Ada.']);
    expect(page.end()).toMatchObject({ outcome: { type: 'success' }, threadId: 'thread-1' });
  });

  it('approves a call, and receives its result in the next run', async () => {
    const { page, script, desk } = await serve();
    script.push(callsTools(refund('A-1', 'c1')), 'Refunded.');
    await page.ask('Refund A-1');
    expect(desk.done).toEqual([]);
    const [interrupt] = page.interrupts;
    expect(interrupt).toMatchObject({
      reason: 'tool_call',
      message: '"refund" waits for your decision.',
      toolCallId: expect.stringMatching(/:0:c1$/),
      expiresAt: expect.stringMatching(/Z$/),
      metadata: { toolgate: { toolName: 'refund', arguments: { order: 'A-1', amount: 5 } } },
      responseSchema: { required: ['approved'], properties: { approved: { type: 'boolean' } } },
    });
    expect(interrupt!.responseSchema!['properties']).not.toHaveProperty('editedArgs');
    const types = await page.answer({ approved: true });
    expect(types).not.toContain('TOOL_CALL_START');
    expect(desk.done).toHaveLength(1);
    expect(Object.keys(page.results())).toEqual([interrupt!.toolCallId]);
    expect(page.texts()).toEqual(['Refunded.']);
    expect(page.interrupts).toEqual([]);
  });
});
