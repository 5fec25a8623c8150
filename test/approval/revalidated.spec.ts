import { expect, it } from 'vitest';
import { createToolgate, HumanApprovalStrategy } from 'toolgate';
import type { ApprovalStore } from 'toolgate/approval';
import type { JsonObject } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { type Prepared, ToolCallback } from 'toolgate/tool';
import { lastTexts } from '../story.fixture.js';
import { Askers, yes } from './approval.fixture.js';
import { expectPaired, onEveryStore, waits } from './waiting.fixture.js';

/** A tool whose validation converts an amount, without a trace in its schema. */
class Payment extends ToolCallback {
  readonly paid: unknown[] = [];
  readonly metadata = { requiresApproval: true };
  readonly definition = {
    name: 'pay',
    description: 'Pays',
    inputSchema: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
  } as const;

  constructor(private readonly convert: (amount: number) => number) {
    super();
  }

  override prepare({ amount }: JsonObject): Prepared {
    const input = { amount: this.convert(Number(amount)) };
    const run = () => this.call(JSON.stringify(input));
    return { type: 'prepared', input, value: input, run };
  }

  async call(input: string) {
    this.paid.push(JSON.parse(input));
    return { output: { type: 'text', text: 'Paid.' }, outcome: { type: 'success' } } as const;
  }
}

const start = async (store: ApprovalStore, convert: (amount: number) => number, script: readonly ScriptedAnswer[]) => {
  const payment = new Payment(convert);
  const model = new ScriptedChatModel(script);
  const approval = { store, requester: new Askers(), worker: false };
  const strategy = new HumanApprovalStrategy();
  const toolgate = await createToolgate({ model, logger: false, tools: [payment], strategy, approval });
  return { ...toolgate, model, paid: payment.paid };
};

onEveryStore('a call that another process validates differently after the decision', (open) => {
  it('does not run, although the schema of its tool is the same, and the model receives the reason', async () => {
    const store = await open();
    const before = await start(store, Math.floor, [callsTools(toolCall('pay', { amount: 70.4 }))]);
    const after = await start(store, (amount) => amount + 1, ['Done.']);
    const { runId, first } = await waits(before.chat.prompt('Pay').call());
    expect(first.arguments).toEqual({ amount: 70 });
    await before.approvals.decide(first.id, yes(first), { id: 'grace' });
    expect(await after.chat.resume(runId).call().content()).toBe('Done.');
    expect(lastTexts(after.model)).toEqual([
      'Tool execution was denied: its arguments are validated differently since the decision',
    ]);
    expect([...before.paid, ...after.paid]).toEqual([]);
    expect((await after.approvals.get(first.id)).status).toBe('REVOKED');
    expectPaired(after.model);
    await before.close();
    await after.close();
  });
});
