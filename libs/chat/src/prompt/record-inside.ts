import { innerRunPermit } from '#tool';
import type { ToolCallLimits, ToolContext } from 'toolgate/tool';
import { ChatClientException } from '../errors/chat.errors.js';
import type { ChatClientDefaults, CheckedRecord } from './chat-client-record.js';
import { overrideDefined } from './override-defined.js';
import { overrideLimits } from './override-limits.js';

/**
 * Returns the prompt of a turn that is the body of a call. Its tool context and transient data override those of the
 * call. The signal of the call ends the turn, and none of its limits exceeds that of the turn around it.
 */
export const recordInside = (
  record: CheckedRecord,
  defaults: ChatClientDefaults,
  outer: ToolContext,
): CheckedRecord => {
  assertOwnConversation(record.conversation ?? defaults.conversation, outer);
  const { signal } = record;
  const limits = strictestLimits(limitsOf(record, defaults), innerRunPermit(outer)?.limits);
  return {
    ...record,
    toolContext: overrideDefined(outer.data, record.toolContext ?? {}),
    transient: { ...outer.transient, ...record.transient },
    signal: signal ? AbortSignal.any([outer.signal, signal]) : outer.signal,
    ...(limits && { limits }),
    outer,
  };
};

const limitsOf = ({ limits }: CheckedRecord, defaults: ChatClientDefaults): ToolCallLimits | undefined =>
  limits ? overrideLimits(defaults.limits, limits, 'prompt of an agentTool()') : defaults.limits;

// The turn around the call is part of its conversation, and a conversation has one turn at a time.
const assertOwnConversation = (conversation: string | undefined, outer: ToolContext): void => {
  if (conversation === undefined) return;
  for (let call: ToolContext | undefined = outer; call; call = call.turn.outer) {
    if (call.conversation !== conversation) continue;
    throw new ChatClientException(
      `The turn of the agent "${outer.call?.toolName}" has the conversation of the turn around it, which is not finished. Leave conversation out, or give the agent a conversation of its own.`,
    );
  }
};

type NumberOf = 'callsPerTool' | 'totalCalls' | 'rounds' | 'repeatedCalls';

const NUMBERS: readonly NumberOf[] = ['callsPerTool', 'totalCalls', 'rounds', 'repeatedCalls'];

/** Returns the lower one of each limit of two turns; undefined if neither turn has limits. */
const strictestLimits = (
  own: ToolCallLimits | undefined,
  around: ToolCallLimits | undefined,
): ToolCallLimits | undefined => {
  if (!own || !around) return own ?? around;
  const numbers = NUMBERS.flatMap((name) => {
    const value = lower(own[name], around[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  const perTool = (own.perTool || around.perTool) && { perTool: lowerOfEachTool(own, around) };
  return { ...around, ...own, ...Object.fromEntries(numbers), ...perTool };
};

const lower = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

const lowerOfEachTool = (own: ToolCallLimits, around: ToolCallLimits): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.keys({ ...own.perTool, ...around.perTool }).map((name) => [
      name,
      lower(ofTool(own, name), ofTool(around, name))!,
    ]),
  );

// A turn without a limit for this tool limits it like every other tool.
const ofTool = ({ perTool, callsPerTool }: ToolCallLimits, name: string): number | undefined =>
  perTool?.[name] ?? callsPerTool;
