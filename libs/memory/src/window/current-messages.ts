import type { Message } from 'toolgate/model';
import type { StoredMessage } from '../contract/stored-message.js';

/**
 * Returns the messages of a conversation without replaced system messages: those of a turn replace those of earlier
 * turns, so that a model does not receive old instructions beside new ones.
 */
export const currentMessages = (history: readonly StoredMessage[]): readonly Message[] => {
  const instructed = history.findLast(isSystem)?.turn;
  return history.filter((stored) => !isSystem(stored) || stored.turn === instructed).map(({ message }) => message);
};

const isSystem = ({ message }: StoredMessage): boolean => message.role === 'system';
