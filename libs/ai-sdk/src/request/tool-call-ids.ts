import type { Message } from 'toolgate/model';

/** Assigns every call of one answer an id that is unique within the answer. */
export interface ToolCallIds {
  /** Returns the id of a call whose arguments begin to arrive. */
  announce(id: string | undefined): string;
  /** Returns the id of a complete call: the same id as `announce` if its arguments were announced. */
  claim(id: string | undefined): string;
  /** Returns the assigned id for the id of a result. */
  current(id: string): string;
}

const idsIn = (messages: readonly Message[]): Set<string> => {
  const ids = new Set<string>();
  for (const message of messages) {
    if (message.role !== 'assistant' && message.role !== 'tool') continue;
    for (const part of message.content) if ('toolCallId' in part) ids.add(part.toolCallId);
  }
  return ids;
};

/**
 * Keeps a provider's ids if possible. A missing id becomes `call_<index of the answer in the prompt>_<index of the
 * call>`, lengthened until no other call has it. An id that repeats within the answer gets `_2`, `_3` …
 */
export const toolCallIds = (messages: readonly Message[]): ToolCallIds => {
  const assignedIds = new Set<string>();
  const announced = new Map<string, string[]>();
  const renamed = new Map<string, string>();
  let history: Set<string> | undefined;

  const generate = () => {
    history ??= idsIn(messages);
    let id = `call_${messages.length}_${assignedIds.size}`;
    while (history.has(id) || assignedIds.has(id)) id += '_x';
    return id;
  };
  const distinguish = (id: string) => {
    let next = id;
    for (let n = 2; assignedIds.has(next); n++) next = `${id}_${n}`;
    return next;
  };
  const assign = (id: string | undefined) => {
    const assigned = id ? distinguish(id) : generate();
    assignedIds.add(assigned);
    renamed.set(id ?? '', assigned);
    return assigned;
  };

  return {
    announce(id) {
      const assigned = assign(id);
      announced.set(id ?? '', [...(announced.get(id ?? '') ?? []), assigned]);
      return assigned;
    },
    claim(id) {
      const assigned = announced.get(id ?? '')?.shift() ?? assign(id);
      renamed.set(id ?? '', assigned);
      return assigned;
    },
    current: (id) => renamed.get(id) ?? id,
  };
};
