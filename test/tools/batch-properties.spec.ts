import { describe, expect, inject, it } from 'vitest';
import * as fc from 'fast-check';
import { ChatClient, Tool, ToolApprovalDecision, ToolApprovalStrategy } from 'toolgate';
import { approvalGate } from 'toolgate/approval';
import type { ToolCallPart, ToolMessage } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

type Fate =
  | 'runs'
  | 'runs later'
  | 'throws'
  | 'rejects'
  | 'denied'
  | 'denied later'
  | 'unknown'
  | 'malformed'
  | 'invalid';
const fates: readonly Fate[] = [
  'runs',
  'runs later',
  'throws',
  'rejects',
  'denied',
  'denied later',
  'unknown',
  'malformed',
  'invalid',
];
const OUTCOMES: Readonly<Record<Fate, object>> = {
  runs: { type: 'success' },
  'runs later': { type: 'success' },
  throws: { type: 'error', kind: 'execution' },
  rejects: { type: 'error', kind: 'execution' },
  denied: { type: 'denied' },
  'denied later': { type: 'denied' },
  unknown: { type: 'error', kind: 'unknown-tool' },
  malformed: { type: 'error', kind: 'malformed-arguments' },
  invalid: { type: 'error', kind: 'invalid-arguments' },
};

const pause = async (turns: number) => {
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
};

class Fates {
  readonly ran: string[] = [];

  @Tool({ description: 'Meets its fate' })
  act(fate: string, id: string, wait: number) {
    return this.meet(fate, id, wait);
  }

  @Tool({ description: 'Meets its fate alone', sequential: true })
  alone(fate: string, id: string, wait: number) {
    return this.meet(fate, id, wait);
  }

  private meet(fate: string, id: string, wait: number): unknown {
    this.ran.push(id);
    if (fate === 'runs') return id;
    if (fate === 'throws') throw new Error(id);
    return pause(wait).then(() => {
      if (fate === 'rejects') throw new Error(id);
      return id;
    });
  }
}

const strategy = ToolApprovalStrategy.of((_tool, { fate, wait }) => {
  if (fate === 'denied') return ToolApprovalDecision.reject('no');
  if (fate === 'denied later') return pause(Number(wait)).then(() => ToolApprovalDecision.reject('no'));
  return ToolApprovalDecision.approve();
});

const planned = fc.array(
  fc.record({ fate: fc.constantFrom(...fates), wait: fc.nat(5), toolName: fc.constantFrom('act', 'alone') }),
  { minLength: 1, maxLength: 8 },
);

type Plan = { readonly fate: Fate; readonly wait: number; readonly toolName: string };

const toCall = ({ fate, wait, toolName }: Plan, index: number): ToolCallPart => {
  const id = `id-${index}`;
  if (fate === 'unknown') return toolCall('nobody', {}, id);
  if (fate === 'malformed') return toolCall(toolName, '{', id);
  return toolCall(toolName, fate === 'invalid' ? { id } : { fate, id, wait }, id);
};

describe('for random batches with random outcomes', () => {
  it.each(['call', 'stream'] as const)(
    'every call has one result, in order, and only approved bodies run (%s)',
    async (mode) => {
      await fc.assert(
        fc.asyncProperty(planned, async (plans) => {
          const model = new ScriptedChatModel([callsTools(...plans.map(toCall)), 'End.']);
          const tools = new Fates();
          const prompt = ChatClient.create(model, { gate: approvalGate(strategy), tools: [tools] }).prompt('Go');
          const streamed: string[] = [];
          if (mode === 'call') await prompt.call().content();
          else
            for await (const part of prompt.stream()) if (part.type === 'tool-result') streamed.push(part.toolCallId);

          const { content } = model.prompts.at(-1)!.messages.at(-1) as ToolMessage;
          expect(content.map(({ toolCallId }) => toolCallId)).toEqual(plans.map((_, index) => `id-${index}`));
          for (const [index, { outcome, output }] of content.entries()) {
            const { fate } = plans[index]!;
            expect(outcome).toMatchObject(OUTCOMES[fate]);
            if (outcome.type === 'success') expect(output).toEqual({ type: 'text', text: `id-${index}` });
          }
          const bodies = plans.flatMap(({ fate }, index) =>
            ['runs', 'runs later', 'throws', 'rejects'].includes(fate) ? [`id-${index}`] : [],
          );
          expect(tools.ran.toSorted()).toEqual(bodies.toSorted());
          if (mode === 'stream')
            expect(streamed.toSorted()).toEqual(content.map(({ toolCallId }) => toolCallId).toSorted());
        }),
        { numRuns: inject('isThorough') ? 150 : 50 },
      );
    },
  );
});
