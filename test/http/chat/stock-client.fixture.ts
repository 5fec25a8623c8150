import * as ai7 from 'ai';
import * as ai6 from 'ai-v6';
import type { UiMessage, UiMessageChunk } from 'toolgate/http';

/** The stock clients of both majors. */
export const stockClients = [
  { name: 'ai 6', ai: ai6 as unknown as typeof ai7 },
  { name: 'ai 7', ai: ai7 },
] as const;

/** One of the stock clients. */
export type StockClient = (typeof stockClients)[number]['ai'];

/** A message as a stock client has put it together. */
export type StockMessage = ai7.UIMessage;

/** The chat core of a stock client, without a framework: its messages and its status. */
export const stockChat = (ai: StockClient, init: ai7.ChatInit<StockMessage>): ai7.AbstractChat<StockMessage> => {
  const state: ai7.ChatState<StockMessage> = {
    status: 'ready',
    error: undefined,
    messages: [...(init.messages ?? [])],
    pushMessage: (message) => void state.messages.push(structuredClone(message)),
    popMessage: () => void state.messages.pop(),
    replaceMessage: (index, message) => void (state.messages[index] = structuredClone(message)),
    snapshot: (value) => structuredClone(value),
  };
  class Chat extends ai.AbstractChat<StockMessage> {}
  return new Chat({ ...init, state });
};

/** The frames of server-sent events in which chunks are sent. */
export const framesOf = (chunks: readonly UiMessageChunk[]): string =>
  [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('');

/** The chunks of an answer in frames. */
export const chunksOf = (frames: string): readonly UiMessageChunk[] =>
  frames
    .split('\n')
    .filter((line) => line.startsWith('data: ') && line !== 'data: [DONE]')
    .map((line) => JSON.parse(line.slice('data: '.length)) as UiMessageChunk);

/**
 * Reads chunks as a stock client does, through its transport and its check of each chunk. `message` is the message that
 * they continue. Rejects if the client does not accept one of them.
 */
export const readAsStock = async (
  ai: StockClient,
  chunks: readonly UiMessageChunk[],
  message?: StockMessage,
): Promise<StockMessage | undefined> => {
  const transport = new ai.DefaultChatTransport({ fetch: async () => new Response(framesOf(chunks)) });
  const stream = await transport.sendMessages({
    chatId: 'c',
    messages: [],
    trigger: 'submit-message',
    messageId: undefined,
    abortSignal: undefined,
  });
  let read = message && structuredClone(message);
  for await (const state of ai.readUIMessageStream({ stream, message: read, terminateOnError: true })) read = state;
  return read;
};

/** The parts that a transcript has too, as plain JSON: no progress, and no approval that was decided. */
export const plainParts = (parts: StockMessage['parts'] | UiMessage['parts']): unknown =>
  (JSON.parse(JSON.stringify(parts)) as Record<string, unknown>[])
    .filter(({ type }) => type !== 'data-progress')
    .map(({ approval, ...part }) => ({
      ...part,
      rawInput: undefined,
      id: undefined,
      ...(part['state'] === 'approval-requested' && { approval }),
    }));
