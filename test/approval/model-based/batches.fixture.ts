import { createHash } from 'node:crypto';
import type { Suspension } from 'toolgate/chat';
import type { BatchCall } from 'toolgate/tool';
import { hashOf } from '#approval';
import type { CheckpointChange, CheckpointStep } from 'toolgate/approval';
import { assistantMessage, type Message } from 'toolgate/model';
import type { CallPlan } from './oracle-records.fixture.js';

/** The arguments of a call, as the oracle has them. */
export const argsOf = (amount: number): string => `amount ${amount}`;

/**
 * The hash of arguments as the specification defines it: SHA-256 of the canonical JSON, which is easy to write for one
 * number.
 */
export const hashOfArgs = (args: string): string =>
  createHash('sha256')
    .update(`{"amount":${args.replace('amount ', '')}}`)
    .digest('base64url');

/** The hash of the requester's answer, as the specification defines it. */
export const hashOfAnswer = (amount: number): string =>
  createHash('sha256').update(`{"size":${amount}}`).digest('base64url');

const ASKS = { message: 'Which size?', schema: { type: 'object' } } as const;

const questionOf = ({ kind, requirement }: CallPlan): BatchCall['question'] => {
  switch (kind) {
    case 'asked':
      return { type: 'ask', requirement };
    case 'asks':
      return { type: 'ask', answeredBy: 'requester', asks: ASKS };
    case 'asks-and-asked':
      return { type: 'ask', requirement, answeredBy: 'requester', asks: { ...ASKS, needsApproval: true } };
    default:
      return undefined;
  }
};

/** The definition of the tool with a number. */
export const definitionOf = (tool: number) =>
  ({ name: 'refund', description: `Refund ${tool}`, inputSchema: { type: 'object' } }) as const;

/** The hash of a definition, as the specification defines it. */
export const hashOfTool = (tool: number): string => hashOf(definitionOf(tool));

/** Returns a call of a batch, for a definition of its tool. */
export const callOf = (plan: CallPlan, index: number, round: number, tool = 0): BatchCall => {
  const { kind, idempotent, amount } = plan;
  const question = questionOf(plan);
  const toolCallId = `call-${round}-${index}`;
  const call = { type: 'tool-call', toolCallId, toolName: 'refund', input: JSON.stringify({ amount }) } as const;
  const definition = definitionOf(tool);
  const prepared = { index, call, callback: { definition, metadata: { idempotent } }, input: { amount } };
  return {
    index,
    call,
    ...(kind !== 'answered' && { prepared: prepared as unknown as NonNullable<BatchCall['prepared']> }),
    ...(question && { question }),
    ...(kind === 'answered' && {
      result: {
        type: 'tool-result',
        toolCallId,
        toolName: 'refund',
        output: { type: 'text', text: 'No.' },
        outcome: { type: 'error', kind: 'invalid-arguments' },
      } as const,
    }),
  };
};

/** The calls in a response of the model. */
export const batchOf = (plan: readonly CallPlan[], round: number): readonly BatchCall[] =>
  plan.map((call, index) => callOf(call, index, round));

/** The state with which a turn is suspended at a batch. */
export const suspensionOf = (
  plan: readonly CallPlan[],
  run: string,
  round: number,
  { conversation }: { readonly conversation?: string } = {},
): Suspension =>
  ({
    turn: { context: { runId: run } },
    request: { client: 'default', conversation },
    loop: { round, history: saidUntil(round), exchanges: saidUntil(round) },
    batch: batchOf(plan, round),
  }) as unknown as Suspension;

/** The messages of each round before this one. */
export const saidUntil = (round: number): readonly Message[] =>
  Array.from({ length: round }, (_, before) => assistantMessage(`round ${before}`));

/** What is written of a checkpoint when a batch begins: all of it in every third round, otherwise the new steps. */
export const checkpointAt = (
  plan: readonly CallPlan[],
  run: string,
  round: number,
  steps: number,
): CheckpointChange => {
  const { request, loop } = suspensionOf(plan, run, round);
  const said = saidUntil(round).slice(-1);
  return round % 3 === 0 ? { schema: 1, request, loop } : { ...stepAt(round, steps), history: said, exchanges: said };
};

/** What a response adds to a checkpoint of the same batch. */
export const stepAt = (round: number, steps: number): CheckpointStep =>
  ({ schema: 1, step: steps + 1, history: [], exchanges: [], loop: { round } }) as unknown as CheckpointStep;
