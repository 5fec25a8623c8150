import type { ChatOutcome } from '../chat/chat-event.js';
import type { RunView } from '../chat/runs.controller.js';

const HEADERS = { 'content-type': 'application/json', 'x-user': 'ann' };

const read = async <T>(response: Response): Promise<T> => {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
};

/** The requests of a customer to one instance. */
export const customerAt = (url: string) => ({
  ask: async (message: string): Promise<ChatOutcome> => {
    const body = JSON.stringify({ message, conversationId: 'cluster', tenant: 'acme' });
    return read(await fetch(`${url}/chat`, { method: 'POST', headers: HEADERS, body }));
  },
  run: async (id: string): Promise<RunView> => read(await fetch(`${url}/runs/${id}`, { headers: HEADERS })),
});
