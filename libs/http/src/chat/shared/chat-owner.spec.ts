import { expect, it } from 'vitest';
import { ownConversation } from './chat-owner.js';

it('names a conversation that no other person can name, whatever the ids contain', () => {
  const chats = [
    ['ann', 'b/c'],
    ['ann/b', 'c'],
    ['ann', 'b%2Fc'],
    ['ann%2Fb', 'c'],
  ] as const;
  const names = chats.map(([id, chat]) => ownConversation({ id }, chat));
  expect(new Set(names).size).toBe(chats.length);
});
