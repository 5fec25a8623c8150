import type { Message, ToolResultPart } from 'toolgate/model';

/** A call that the model requests. */
export interface WantedCall {
  readonly toolName: string;
  /** The arguments as JSON text. */
  readonly input: string;
}

/** The result of a call: a value, or the reason why there is none. `answered`: by a person, instead of the tool. */
export type CallResult =
  | { readonly type: 'value'; readonly value: unknown }
  | { readonly type: 'denied' | 'failed' | 'answered'; readonly reason: string };

/** Returns the results of the calls of this turn. */
export type ToolResults = (call: WantedCall) => CallResult | undefined;

const keyOf = ({ toolName, input }: WantedCall): string => `${toolName} ${input}`;

const textIn = ({ output }: ToolResultPart): string => {
  if (output.type === 'text') return output.text;
  if (output.type === 'json') return JSON.stringify(output.value);
  return output.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
};

const resultOf = (part: ToolResultPart): CallResult => {
  const { outcome, output } = part;
  if (outcome.type === 'denied') return { type: 'denied', reason: outcome.reason };
  if (outcome.type === 'responded') return { type: 'answered', reason: textIn(part) };
  if (outcome.type !== 'success') return { type: 'failed', reason: textIn(part) };
  return { type: 'value', value: output.type === 'json' ? valueIn(output.value) : textIn(part) };
};

// If a person changed the arguments of a call, its result contains the arguments that ran.
const valueIn = (value: unknown): unknown => {
  const { note, arguments: ran, result } = Object(value) as Readonly<Record<string, unknown>>;
  return typeof note === 'string' && ran !== undefined && result !== undefined ? result : value;
};

/** Reads the results that follow the last message of the user. */
export const toolResults = (messages: readonly Message[]): ToolResults => {
  const results = new Map<string, CallResult>();
  const calls = new Map<string, WantedCall>();
  const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  for (const part of turn.flatMap((message) => (message.role === 'system' ? [] : message.content))) {
    if (part.type === 'tool-call') calls.set(part.toolCallId, part);
    if (part.type !== 'tool-result') continue;
    const call = calls.get(part.toolCallId);
    if (call) results.set(keyOf(call), resultOf(part));
  }
  return (call) => results.get(keyOf(call));
};
