import type { PromptBuilder } from 'toolgate/chat';
import type { RegeneratePost } from './ui-post.js';

/**
 * Returns a prompt that asks the last question of its conversation again. A question whose turn has failed is not in the
 * memory: it is sent as a new message. Rejects with the conflict while a call of the conversation waits.
 */
export const askedAgain = async (
  prompt: PromptBuilder,
  { messageId, content, earlier }: RegeneratePost,
): Promise<PromptBuilder> => {
  const last = await prompt.lastTurn();
  if (messageId !== undefined) return prompt.regenerate(messageId);
  // A client removes the answer to regenerate, and posts the messages before it.
  return last && !earlier.includes(last.id) ? prompt.regenerate(last.id) : prompt.user(content);
};
