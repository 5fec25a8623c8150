import { afterEach, describe, expect, it } from 'vitest';
import type { INestApplication } from '@nestjs/common';
import { callsTools, toolCall } from 'toolgate/testing';
import { until } from '../../approval/lost-process.fixture.js';
import { deferred, lastResults } from '../../story.fixture.js';
import { decision, type DoorStory } from '../door.fixture.js';
import { platforms } from '../platforms.fixture.js';
import { FilmController, serveAgent } from './ag-ui.fixture.js';

const refund = (order: string, id: string) => toolCall('refund', { order, amount: 5 }, id);
const FINANCE = { approvers: { roles: ['finance'] } };

describe.each(platforms)('the stock client of AG-UI, on $name', (platform) => {
  let app: INestApplication | undefined;

  const serve = async (story: DoorStory = {}) => {
    const served = await serveAgent(platform, story);
    app = served.app;
    const { model } = served;
    const outcomes = () => lastResults(model).map(({ toolName, outcome }) => `${toolName} ${outcome.type}`);
    return { ...served, page: served.open(), outcomes };
  };

  afterEach(() => app?.close());

  it('shows an answer, and remembers the thread of a person', async () => {
    const { page, script, model } = await serve({ memory: true });
    script.push('Hello, Ada.', 'You are Ada.');
    await page.ask('Hi, I am Ada.');
    expect(page.shape()).toEqual([
      'RUN_STARTED',
      'STEP_STARTED',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'STEP_FINISHED',
      'RUN_FINISHED',
    ]);
    expect(page.end()).toMatchObject({ outcome: { type: 'success' }, threadId: 'thread-1' });
    await page.ask('Who am I?');
    expect(page.texts()).toEqual(['Hello, Ada.', 'You are Ada.']);
    expect(model.prompts[1]!.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
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
    expect(page.results()).toEqual({ [interrupt!.toolCallId!]: 'Refunded 5 for A-1' });
    expect(page.texts()).toEqual(['Refunded.']);
    expect(page.interrupts).toEqual([]);
  });

  it('rejects a call with a reason, which the model reads', async () => {
    const { page, script, desk, outcomes } = await serve();
    script.push(callsTools(refund('A-1', 'c1')), 'I did not refund it.');
    await page.ask('Refund A-1');
    await page.answer({ approved: false, reason: 'wrong order' });
    expect(desk.done).toEqual([]);
    expect(outcomes()).toEqual(['refund denied']);
    expect(Object.values(page.results())).toEqual(['Tool execution was denied: wrong order']);
  });

  it('approves other arguments, if the requirement allows it', async () => {
    const { page, script, desk } = await serve({ requirement: { allowEdit: true } });
    script.push(callsTools(refund('A-1', 'c1')), 'Refunded.');
    await page.ask('Refund A-1');
    expect(page.interrupts[0]!.responseSchema!['properties']).toMatchObject({
      editedArgs: { type: 'object', properties: { order: { type: 'string' }, amount: { type: 'number' } } },
    });
    await page.answer({ approved: true, editedArgs: { order: 'A-2', amount: 1 } });
    expect(desk.done).toEqual([expect.stringMatching(/^refund A-2 1 /)]);
  });

  it.each([
    ['arguments that the tool does not accept', { order: 'A-2' }, { allowEdit: true }],
    ['an edit that the requirement does not allow', { order: 'A-2', amount: 1 }, {}],
  ])('is refused %s, and the call still waits', async (_, editedArgs, requirement) => {
    const { page, script, desk, approvals } = await serve({ requirement });
    script.push(callsTools(refund('A-1', 'c1')), 'Refunded.');
    await page.ask('Refund A-1');
    await page.answer({ approved: true, editedArgs });
    expect(page.end()).toMatchObject({ type: 'RUN_ERROR', code: 'bad-edit' });
    expect((await approvals.list()).items).toMatchObject([{ status: 'PENDING' }]);
    await page.answer({ approved: true });
    expect(desk.done).toEqual([expect.stringMatching(/^refund A-1 5 /)]);
  });

  it('decides each call of a mixed batch; the allowed one runs after the decisions', async () => {
    const { page, script, desk, outcomes } = await serve();
    const find = toolCall('find', { order: 'A-1' }, 'c2');
    script.push(callsTools(refund('A-1', 'c1'), find, refund('A-3', 'c3')), 'Done.');
    await page.ask('Refund both');
    expect(page.interrupts.map(({ toolCallId }) => toolCallId!.split(':').at(-1))).toEqual(['c1', 'c3']);
    expect(desk.done).toEqual([]);
    await page.answer({ approved: false }, { approved: true });
    expect(outcomes()).toEqual(['refund denied', 'find success', 'refund success']);
    expect(desk.done.toSorted()).toEqual(['find A-1', expect.stringMatching(/^refund A-3/)]);
    expect(Object.keys(page.results())).toHaveLength(3);
  });

  it('answers a part of the interrupts, and the rest waits', async () => {
    const { page, script, desk } = await serve();
    script.push(callsTools(refund('A-1', 'c1'), refund('A-3', 'c3')), 'Done.');
    await page.ask('Refund both');
    await page.answer({ approved: true }, {});
    expect(page.interrupts.map(({ toolCallId }) => toolCallId!.split(':').at(-1))).toEqual(['c3']);
    await page.answer({ approved: true });
    expect(desk.done).toHaveLength(2);
    expect(page.texts()).toEqual(['Done.']);
  });

  it('decides twice in one turn, also if the model repeats the id of a call', async () => {
    const { page, script, desk } = await serve();
    script.push(callsTools(refund('A-1', 'c1')), callsTools(refund('A-2', 'c1')), 'Both are refunded.');
    await page.ask('Refund A-1, then A-2');
    await page.answer({ approved: true });
    expect(page.interrupts[0]!.toolCallId).toMatch(/:1:c1$/);
    await page.answer({ approved: true });
    expect(desk.done).toHaveLength(2);
    expect(Object.values(page.results())).toEqual(['Refunded 5 for A-1', 'Refunded 5 for A-2']);
    expect(page.texts()).toEqual(['Both are refunded.']);
  });

  it('cancels a call, and the model continues without it', async () => {
    const { page, script, desk, outcomes } = await serve();
    script.push(callsTools(refund('A-1', 'c1')), 'Never mind.');
    await page.ask('Refund A-1');
    await page.answer('cancel');
    expect(desk.done).toEqual([]);
    expect(outcomes()).toEqual(['refund denied']);
    expect(page.texts()).toEqual(['Never mind.']);
  });

  it('ends as canceled after the run was canceled', async () => {
    const { page, script, approvals } = await serve();
    script.push(callsTools(refund('A-1', 'c1')));
    await page.ask('Refund A-1');
    const [{ runId } = { runId: '' }] = (await approvals.list()).items;
    await approvals.runs.cancel(runId, { id: 'ada', tenant: 'acme' });
    await page.answer({});
    expect(page.end()).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'cancelled' } });
    expect(page.interrupts).toEqual([]);
  });

  it('shows that a call waits for another person, and continues after that decision', async () => {
    const { page, script, desk, ask, approvals } = await serve({ requirement: FINANCE });
    script.push(callsTools(refund('A-1', 'c1')), 'Refunded.');
    await page.ask('Refund A-1');
    expect(page.interrupts).toMatchObject([
      { reason: 'toolgate:waiting', message: '"refund" waits for the decision of another person.' },
    ]);
    await page.answer({ approved: true });
    expect(page.end()).toMatchObject({ type: 'RUN_ERROR', code: 'not-eligible' });
    await page.answer({});
    expect(page.interrupts).toHaveLength(1);
    expect(desk.done).toEqual([]);
    const [approval] = (await approvals.list()).items;
    await ask(`approvals/${approval!.id}/decisions`, { as: 'ann', body: decision(approval!) });
    await page.answer({});
    expect(desk.done).toHaveLength(1);
    expect(page.texts()).toEqual(['Refunded.']);
  });

  it('answers the call of a client tool, by its schema', async () => {
    const { page, script, outcomes } = await serve();
    script.push(callsTools(toolCall('locate', {}, 'c1')), 'You are in Rome.');
    await page.ask('Where am I?');
    expect(page.interrupts).toMatchObject([
      { reason: 'input_required', responseSchema: { properties: { city: { type: 'string' } }, required: ['city'] } },
    ]);
    await page.answer({ town: 'Rome' });
    expect(page.end()).toMatchObject({ type: 'RUN_ERROR', code: 'bad-decision' });
    await page.answer({ city: 'Rome' });
    expect(outcomes()).toEqual(['locate responded']);
    expect(Object.values(page.results())).toEqual(['{"city":"Rome"}']);
    expect(page.texts()).toEqual(['You are in Rome.']);
  });

  it('receives the answer of a turn that a worker has resumed', async () => {
    const { page, script, desk } = await serve({ approval: { worker: true } });
    script.push(callsTools(refund('A-1', 'c1')), 'Refunded.');
    await page.ask('Refund A-1');
    await page.answer({ approved: true });
    expect(desk.done).toHaveLength(1);
    expect(page.texts()).toEqual(['Refunded.']);
    expect(Object.values(page.results())).toEqual(['Refunded 5 for A-1']);
  });

  it.each([{ worker: true }, { worker: false }])(
    'decides twice, and misses nothing of the turn: %j',
    async (approval) => {
      const { page, script, desk } = await serve({ approval });
      const find = toolCall('find', { order: 'A-2' }, 'c2');
      script.push(callsTools(refund('A-1', 'c1')), callsTools(find), callsTools(refund('A-2', 'c3')), 'Done.');
      await page.ask('Refund A-1, then A-2');
      await page.answer({ approved: true });
      expect(page.interrupts).toMatchObject([{ toolCallId: expect.stringMatching(/:2:c3$/) }]);
      await page.answer({ approved: true });
      expect(desk.done).toHaveLength(3);
      expect(page.story()).toEqual([
        'user: Refund A-1, then A-2',
        'call: refund {"order":"A-1","amount":5}',
        'tool: Refunded 5 for A-1',
        'call: find {"order":"A-2"}',
        'tool: A-2 is there',
        'call: refund {"order":"A-2","amount":5}',
        'tool: Refunded 5 for A-2',
        'assistant: Done.',
      ]);
    },
  );

  it('shows what has happened since another page took the decision', async () => {
    const { page, open, script, ask, approvals, store } = await serve({ approval: { worker: true } });
    const find = toolCall('find', { order: 'A-1' }, 'c1');
    script.push(callsTools(refund('A-1', 'c1')), callsTools(find), 'Done.');
    await page.ask('Refund A-1');
    const [{ id: interruptId } = { id: '' }] = page.interrupts;
    const [approval] = (await approvals.list()).items;
    await ask(`approvals/${approval!.id}/decisions`, { as: 'ada', body: decision(approval!) });
    await until(store, approval!.runId, ({ status }) => status === 'completed');
    const told = [
      'call: refund {"order":"A-1","amount":5}',
      'tool: Refunded 5 for A-1',
      'call: find {"order":"A-1"}',
      'tool: A-1 is there',
      'assistant: Done.',
    ];
    await page.answer({});
    expect(page.story()).toEqual(['user: Refund A-1', ...told]);
    const reloaded = open();
    await reloaded.run([{ interruptId, status: 'resolved', payload: {} }]);
    expect(reloaded.story()).toEqual(told);
    // Nothing is shown twice.
    await reloaded.run([{ interruptId, status: 'resolved', payload: {} }]);
    expect(reloaded.story()).toEqual(told);
  });

  it('receives comments while the model thinks', async () => {
    const { ask, script } = await serve({ http: { changes: { heartbeatMs: 5 } } });
    const thought = deferred();
    script.push(async () => {
      await thought.promise;
      return 'Hello.';
    });
    const body = { threadId: 't', runId: 'r', messages: [{ id: 'm', role: 'user', content: 'Hi' }] };
    const response = await ask('agent', { as: 'ada', body });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    let text = '';
    for await (const bytes of response.body!) {
      text += Buffer.from(bytes as Uint8Array).toString();
      if (text.includes(': heartbeat')) thought.resolve();
    }
    expect(text).toContain('RUN_FINISHED');
  });

  it('receives the value of a structured answer', async () => {
    const { open, script } = await serve({ controllers: [FilmController] });
    script.push('{"title": "Alien"}');
    const page = open('ada', 'thread-1', 'films');
    await page.ask('Name a film');
    expect(page.texts()).toEqual(['{"title": "Alien"}']);
    const custom = page.events.filter(({ type }) => type === 'CUSTOM');
    expect(custom).toMatchObject([{ name: 'entity', value: { title: 'Alien' } }]);
  });

  it('learns of a failure without its cause, which is logged', async () => {
    const { page, script, logs } = await serve();
    script.push(() => {
      throw new Error('key sk-123 is invalid');
    });
    await page.ask('Hi');
    expect(page.end()).toEqual({
      type: 'RUN_ERROR',
      code: 'internal',
      message: 'The server could not answer. Its log states why.',
    });
    expect(logs.filter((line) => line.includes('is invalid'))).toHaveLength(1);
  });
});
