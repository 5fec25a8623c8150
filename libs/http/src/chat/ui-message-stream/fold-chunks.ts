import type { UiMessagePart, UiToolPart } from './ui-message.js';
import type { UiMessageChunk } from './ui-message-chunk.js';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Returns the parts of the message that chunks describe, as the stock client puts them together. Each text
 * must be whole: a text without an end chunk counts as ended.
 */
export const foldChunks = (chunks: Iterable<UiMessageChunk>): readonly UiMessagePart[] => {
  const parts: UiMessagePart[] = [];
  const texts = new Map<string, Writable<Extract<UiMessagePart, { type: 'text' | 'reasoning' }>>>();
  for (const chunk of chunks) {
    switch (chunk.type) {
      case 'start-step':
        parts.push({ type: 'step-start' });
        break;
      case 'text-start':
      case 'reasoning-start': {
        const part = { type: chunk.type === 'text-start' ? 'text' : 'reasoning', text: '', state: 'done' } as const;
        texts.set(chunk.id, part);
        parts.push(part);
        break;
      }
      case 'text-delta':
      case 'reasoning-delta': {
        const part = texts.get(chunk.id);
        if (part) part.text += chunk.delta;
        break;
      }
      case 'data-entity': {
        const index = parts.findIndex(({ type }) => type === chunk.type);
        if (index < 0) parts.push(chunk);
        else parts[index] = chunk;
        break;
      }
      case 'file':
      case 'source-url':
      case 'source-document':
        parts.push(chunk);
        break;
      default:
        if ('toolCallId' in chunk) addCall(parts, chunk);
    }
  }
  return parts;
};

type CallChunk = Extract<UiMessageChunk, { toolCallId: string }>;

const addCall = (parts: UiMessagePart[], chunk: CallChunk): void => {
  const { toolCallId } = chunk;
  if (chunk.type === 'tool-input-available') {
    const { toolName, input, providerExecuted } = chunk;
    const index = indexOf(parts, toolCallId, parts.findLastIndex(isStep));
    const by = providerExecuted ? ({ providerExecuted } as const) : {};
    const part = { type: `tool-${toolName}`, toolCallId, state: 'input-available', input, ...by } as const;
    if (index < 0) parts.push(part);
    else parts[index] = part;
    return;
  }
  const index = indexOf(parts, toolCallId);
  const part = parts[index];
  if (part && isCall(part)) parts[index] = { ...part, ...changeOf(chunk) };
};

const changeOf = (chunk: CallChunk): Partial<UiToolPart> => {
  switch (chunk.type) {
    case 'tool-output-available':
      return { state: 'output-available', output: chunk.output, ...(chunk.preliminary && { preliminary: true }) };
    case 'tool-output-error':
      return { state: 'output-error', output: undefined, errorText: chunk.errorText };
    case 'tool-output-denied':
      return { state: 'output-denied' };
    case 'tool-approval-request': {
      const { approvalId: id, approvalDescriptor: descriptor, reason } = chunk;
      const approval = { id, descriptor, ...(reason !== undefined && { requestReason: reason }) };
      return { state: 'approval-requested', approval };
    }
    default:
      return {};
  }
};

// If calls of several steps have the same id, a chunk belongs to the last one.
const indexOf = (parts: readonly UiMessagePart[], toolCallId: string, after = -1): number => {
  const index = parts.findLastIndex((part) => isCall(part) && part.toolCallId === toolCallId);
  return index > after ? index : -1;
};

const isCall = (part: UiMessagePart): part is UiToolPart => 'toolCallId' in part;

const isStep = ({ type }: UiMessagePart): boolean => type === 'step-start';
