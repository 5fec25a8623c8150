import { createHash } from 'node:crypto';
import type { Suspension } from 'toolgate/chat';
import type { BatchCall } from 'toolgate/tool';
import type { RunCheckpoint } from 'toolgate/approval';
import type { CallPlan } from './oracle.fixture.js';

/** What the arguments of a call are to the oracle. */
export const argsOf = (amount: number): string => `amount ${amount}`;

/** The hash of arguments as the specification defines it: SHA-256 of the canonical JSON, which for one number is easy to write. */
export const hashOfArgs = (args: string): string =>
  createHash('sha256')
    .update(`{"amount":${args.replace('amount ', '')}}`)
    .digest('base64url');

const callOf = ({ kind, idempotent, amount, requirement }: CallPlan, index: number, round: number): BatchCall => {
  const toolCallId = `call-${round}-${index}`;
  const call = { type: 'tool-call', toolCallId, toolName: 'refund', input: JSON.stringify({ amount }) } as const;
  const definition = { name: 'refund', description: 'Refund', inputSchema: { type: 'object' } };
  const prepared = { index, call, callback: { definition, metadata: { idempotent } }, input: { amount } };
  return {
    index,
    call,
    ...(kind !== 'answered' && { prepared: prepared as unknown as NonNullable<BatchCall['prepared']> }),
    ...(kind === 'asked' && { question: { type: 'ask', requirement } as const }),
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

/** The calls of an answer of the model. */
export const batchOf = (plan: readonly CallPlan[], round: number): readonly BatchCall[] =>
  plan.map((call, index) => callOf(call, index, round));

/** What a turn is suspended with at a batch. */
export const suspensionOf = (
  plan: readonly CallPlan[],
  run: string,
  round: number,
  { conversation }: { readonly conversation?: string } = {},
): Suspension =>
  ({
    turn: { context: { runId: run } },
    request: { client: 'default', conversation },
    loop: { round, exchanges: [] },
    batch: batchOf(plan, round),
  }) as unknown as Suspension;

/** What a run goes on from at a batch. */
export const checkpointOf = (plan: readonly CallPlan[], run: string, round: number): RunCheckpoint => {
  const { request, loop } = suspensionOf(plan, run, round);
  return { schema: 1, request, loop };
};
