import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The reply of a local server in place of a provider. */
export interface ProviderReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** The data of an event stream. */
  readonly events?: readonly object[];
  /** What happens after the events are sent, or instead of an answer. */
  readonly after?: 'end' | 'cut';
}

/** A request as a provider receives it. */
export interface ProviderRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

const answer = (response: ServerResponse, reply: ProviderReply): void => {
  const { status = 200, headers, json, events = [], after = 'end' } = reply;
  if (after === 'cut' && events.length === 0) return void response.destroy();
  response.writeHead(status, { 'content-type': json ? 'application/json' : 'text/event-stream', ...headers });
  if (json) return void response.end(JSON.stringify(json));
  response.write(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  if (after === 'end') response.end();
  else setTimeout(() => response.destroy(), 20);
};

const bodyOf = async (request: IncomingMessage) => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as ProviderRequest['body'];
};

/** Answers the n-th request with the n-th reply, and later ones with the last; records the requests. */
export const serveProvider = async (replies: readonly ProviderReply[]) => {
  const requests: ProviderRequest[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      requests.push({ headers: request.headers, body });
      answer(response, replies[requests.length - 1] ?? replies.at(-1)!);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
