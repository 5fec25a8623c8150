import { describe, expect, it } from 'vitest';
import { lastValueFrom, type Observable, toArray } from 'rxjs';
import { type Advisor, ChatClient, type StreamPart, ToolApprovalStrategy } from 'toolgate';
import { approvalGate } from 'toolgate/approval';
import { HIGHEST_PRECEDENCE } from 'toolgate/chat';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { deferred } from '../story.fixture.js';
import { advisor, readAll, tool } from './chat.fixture.js';

/** Two tools: the first call ends after the second one. */
const slowAndQuick = () => {
  const slowMayEnd = deferred();
  return [
    tool('slow', async (_, context) => {
      context.progress({ percent: 50 });
      await slowMayEnd.promise;
      context.progress({ percent: 100 });
      return 'slow';
    }),
    tool('quick', (_, context) => {
      context.progress('nearly there');
      setImmediate(() => slowMayEnd.resolve());
      return 'quick';
    }),
  ];
};

const gate = approvalGate(
  ToolApprovalStrategy.of(({ definition: { name } }) =>
    name === 'refund' ? { type: 'reject', reason: 'Over the limit.', metadata: { limit: 50 } } : { type: 'approve' },
  ),
);

const clientOf = (script: readonly ScriptedAnswer[], ...advisors: readonly Advisor[]) =>
  ChatClient.create(new ScriptedChatModel(script, { chunkSize: 100 }), {
    tools: [...slowAndQuick(), tool('refund')],
    gate,
    advisors,
  });

const told = (parts: readonly StreamPart[]): readonly string[] =>
  parts.map((part) => `${part.round} ${part.type}${'toolName' in part ? ` ${part.toolName}` : ''}`);

const all = <T>(values: Observable<T>): Promise<readonly T[]> => lastValueFrom(values.pipe(toArray()));

const script = [
  callsTools('Let me see.', toolCall('slow'), toolCall('refund'), toolCall('quick'), toolCall('nothing')),
  callsTools(toolCall('quick')),
  'Done.',
];

describe('the events of a turn', () => {
  it('report each call with its rejection or progress and its result, in its round', async () => {
    const parts = await all(clientOf(script).prompt('Hi').stream().events());
    expect(told(parts)).toEqual([
      '0 text-delta',
      ...['slow', 'refund', 'quick', 'nothing'].flatMap((name) => [
        `0 tool-input-delta ${name}`,
        `0 tool-call ${name}`,
      ]),
      '0 finish',
      '0 tool-rejected refund',
      '0 tool-result refund',
      '0 tool-result nothing',
      '0 tool-progress slow',
      '0 tool-progress quick',
      '0 tool-result quick',
      '0 tool-progress slow',
      '0 tool-result slow',
      '1 tool-input-delta quick',
      '1 tool-call quick',
      '1 finish',
      '1 tool-progress quick',
      '1 tool-result quick',
      '2 text-delta',
      '2 finish',
    ]);
  });

  it('state the reason of a rejection, and the result that the model receives', async () => {
    const parts = await readAll(clientOf(script).prompt('Hi').stream());
    const of = parts.filter((part) => 'toolName' in part && part.toolName === 'refund');
    expect(of.slice(-2)).toEqual([
      {
        type: 'tool-rejected',
        toolCallId: 'call-refund',
        toolName: 'refund',
        reason: 'Over the limit.',
        metadata: { limit: 50 },
        round: 0,
      },
      expect.objectContaining({
        type: 'tool-result',
        output: { type: 'text', text: 'Tool execution was denied: Over the limit.' },
        outcome: { type: 'denied', decision: 'reject', reason: 'Over the limit.', metadata: { limit: 50 } },
      }),
    ]);
  });

  it('are not part of the answer: neither of its text nor of its chunks', async () => {
    const texts = await all(clientOf(script).prompt('Hi').stream().content());
    expect(texts).toEqual(['Let me see.', 'Done.']);
    const chunks = await all(clientOf(script).prompt('Hi').stream().chatResponse());
    expect(chunks.map(({ message }) => message.content.map(({ type }) => type))).toEqual([['text'], ['text'], []]);
  });
});

describe('an advisor that forwards parts', () => {
  const listening = (seen: string[], order: number): Advisor =>
    advisor(async function* (request, chain) {
      const stream = chain.next(request);
      for (;;) {
        const step = await stream.next();
        if (step.done) return step.value;
        seen.push(...told([step.value]));
        yield step.value;
      }
    }, order);

  it('receives the model’s parts inside the loop, and every part outside it, in order', async () => {
    const [inside, outside]: string[][] = [[], []];
    const client = clientOf(script, listening(inside!, 0), listening(outside!, HIGHEST_PRECEDENCE + 250));
    const read: string[] = [];
    for await (const part of client.prompt('Hi').stream()) {
      read.push(...told([part]));
      expect(outside).toEqual(read);
    }
    expect(inside).toEqual(outside!.filter((line) => !/tool-(progress|rejected|result)/.test(line)));
  });
});
