import type { ChatClient, PromptBuilder } from 'toolgate/chat';
import { LineLogger } from 'toolgate/model';

const logger = new LineLogger('Toolgate');

const checked = new WeakSet<ChatClient>();

/** Logs a warning at the first message of a chat whose client has no memory. Never rejects. */
export const warnWithoutMemory = async (client: ChatClient, prompt: PromptBuilder): Promise<void> => {
  if (checked.has(client)) return;
  checked.add(client);
  // If the advisors cannot be composed, the turn fails and states why.
  if (await prompt.hasMemory().catch(() => true)) return;
  logger.warn(
    `The chat client "${client.runtime.name}" answers a chat and has no memory, so the model receives no earlier message of the chat. Set ToolgateModule.forRoot({ memory: true }), or add a MessageChatMemoryAdvisor.`,
  );
};
