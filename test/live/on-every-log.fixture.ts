import { InMemoryTurnLog } from 'toolgate/chat';
import type { TurnLogUnderTest } from 'toolgate/testing';

/** The logs of live turns, each with its own contract run. */
export const logs: readonly TurnLogUnderTest[] = [
  {
    name: 'InMemoryTurnLog',
    create: () => {
      const log = new InMemoryTurnLog();
      return { writer: log, reader: log };
    },
  },
];
