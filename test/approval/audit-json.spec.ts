import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { ChatClient, ToolApprovalAuditor } from 'toolgate';
import {
  type ApprovalHappening,
  HumanApprovalStrategy,
  type ToolApprovalEvent,
  ToolApprovalException,
  ToolApprovalStrategy,
} from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { bootDesk, Desk } from './approval.fixture.js';
import { waits } from './waiting.fixture.js';

const SECRET = 'sk-very-secret';
const refund = toolCall('refund', { order: 'A-1', amount: 70 }, 'c1');

class Book extends ToolApprovalAuditor {
  readonly events: (ToolApprovalEvent | ApprovalHappening)[] = [];

  decided(event: ToolApprovalEvent): void {
    this.events.push(event);
  }

  override happened(happening: ApprovalHappening): void {
    this.events.push(happening);
  }
}

const start = async (strategy: ToolApprovalStrategy) => {
  const model = new ScriptedChatModel([callsTools(refund), 'Done.']);
  const { app } = await bootDesk(model, { approval: { strategy } }, { providers: [Book] });
  const prompt = app.get(ChatClient).prompt('Refund').tools(Desk).conversation('c').transient({ token: SECRET });
  Object.assign(app.get(Desk), { apiKey: SECRET });
  return { app, prompt, book: app.get(Book) };
};

it('an auditor can write each event as JSON and as text, without transient values or the object of a tool', async () => {
  const { app, prompt, book } = await start(new HumanApprovalStrategy());
  const { runId } = await waits(prompt.call());
  const [decided, ...happenings] = book.events.map((event) => JSON.parse(JSON.stringify(event)) as object);
  expect(decided).toMatchObject({
    outcome: 'asked',
    tool: { name: 'refund' },
    args: { order: 'A-1', amount: 70 },
    context: { runId, conversation: 'c', toolCallId: 'c1', toolName: 'refund', round: 0, requester: { id: 'ada' } },
  });
  expect(happenings).toMatchObject([{ event: { runId, type: 'PENDING' } }, { event: { runId, type: 'SUSPENDED' } }]);
  const written = book.events.flatMap((event) => [
    JSON.stringify(event),
    inspect(event, { depth: 20, showHidden: true }),
  ]);
  for (const line of written) expect(line).not.toContain(SECRET);
  await app.close();
});

it('an auditor can write a failed decision as JSON', async () => {
  const strategy = ToolApprovalStrategy.of(() => {
    throw new ToolApprovalException('policy engine unavailable');
  });
  const { app, prompt, book } = await start(strategy);
  await expect(prompt.call().content()).rejects.toThrow('policy engine unavailable');
  expect(JSON.parse(JSON.stringify(book.events[0]))).toMatchObject({
    outcome: 'error',
    error: { name: 'ToolApprovalException', toolName: 'refund', message: expect.stringContaining('unavailable') },
  });
  await app.close();
});
