import type { PartAttributes, TurnPart } from 'toolgate/chat';

/** The attributes of a memory operation: the number of messages, never their texts. */
const count = ({ length }: readonly unknown[]): PartAttributes => ({ 'toolgate.memory.messages': length });

/** The operation that loads the past messages. */
export const LOAD_MEMORY: TurnPart<readonly unknown[]> = {
  name: 'load_memory',
  family: 'memory',
  resultAttributes: count,
};

/** The operation that stores messages. */
export const storeMemory = (messages: readonly unknown[]): TurnPart<void> => ({
  name: 'store_memory',
  family: 'memory',
  attributes: count(messages),
});
