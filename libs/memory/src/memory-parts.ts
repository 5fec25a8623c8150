import type { PartAttributes, TurnPart } from 'toolgate/chat';

/** What a memory tells of each of its parts of a turn: how many messages, and none of them. */
const count = ({ length }: readonly unknown[]): PartAttributes => ({ 'toolgate.memory.messages': length });

/** The part of a turn in which a memory is asked what was said. */
export const LOAD_MEMORY: TurnPart<readonly unknown[]> = { name: 'load_memory', family: 'memory', tell: count };

/** The part of a turn in which a memory is told what was said. */
export const storeMemory = (messages: readonly unknown[]): TurnPart<void> => ({
  name: 'store_memory',
  family: 'memory',
  attributes: count(messages),
});
