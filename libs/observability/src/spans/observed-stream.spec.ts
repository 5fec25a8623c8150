import { beforeAll, describe, expect, it } from 'vitest';
import * as api from '@opentelemetry/api';
import * as fc from 'fast-check';
import type { AdvisedStream, ChatClientResponse } from 'toolgate/chat';
import { ToolContext } from 'toolgate/tool';
import { observed } from './observed-stream.js';
import { Telemetry } from '../telemetry/telemetry.js';

type Step = 'next' | 'return' | 'throw';

interface Story {
  readonly parts: number;
  readonly fails: boolean;
  /** Whether the stream responds to its end by the reader, or continues after an error. */
  readonly catches: boolean;
  readonly steps: readonly Step[];
}

const LEFT = { left: true } as unknown as ChatClientResponse;

async function* plain({ parts, fails, catches }: Story, log: string[]): AdvisedStream {
  try {
    for (let part = 0; part < parts; part++) yield { type: 'text-delta', id: 'x', delta: `${part}` };
    if (fails) throw new Error('failed');
    return { answer: true } as unknown as ChatClientResponse;
  } catch (error) {
    if (!catches) throw error;
    yield { type: 'text-delta', id: 'x', delta: 'sorry' };
    return { excuse: true } as unknown as ChatClientResponse;
  } finally {
    log.push('closed');
  }
}

const read = async (stream: AdvisedStream, steps: readonly Step[]): Promise<readonly unknown[]> => {
  const taken: unknown[] = [];
  for (const step of steps) {
    const taking =
      step === 'next' ? stream.next() : step === 'return' ? stream.return(LEFT) : stream.throw(new Error('thrown'));
    taken.push(await taking.catch((error: Error) => error.message));
  }
  return taken;
};

const telemetry = new Telemetry(api, {
  toolContent: false,
  messageContent: false,
  approvalReason: false,
  redact: (text) => text,
});
const start = () => telemetry.start(new ToolContext(), { name: 'x', kind: 'INTERNAL', attributes: {} });

// A turn asks this first, which finds the tracer.
beforeAll(() => expect(telemetry.isOn).toBe(false));

const stories = fc.record({
  parts: fc.nat(3),
  fails: fc.boolean(),
  catches: fc.boolean(),
  steps: fc.array(fc.constantFrom<Step>('next', 'next', 'next', 'return', 'throw'), { maxLength: 7 }),
});

describe('an observed stream', () => {
  it('behaves like the unobserved stream, and ends once', async () => {
    await fc.assert(
      fc.asyncProperty(stories, async (story) => {
        const logs: [string[], string[]] = [[], []];
        const ends: string[] = [];
        const end = (name: string) => () => void ends.push(name);
        const watch = { answered: end('answered'), failed: end('failed'), left: end('left') };
        const stream = observed(start(), () => plain(story, logs[1]), watch);
        expect(await read(stream, story.steps)).toEqual(await read(plain(story, logs[0]), story.steps));
        expect(logs[1]).toEqual(logs[0]);
        expect(ends.length).toBeLessThanOrEqual(1);
        if (logs[0].length > 0) expect(ends).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });
});
