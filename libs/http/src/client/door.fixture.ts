import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as it arrived. */
export interface ArrivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** Answers one request. */
export type Answer = (response: ServerResponse, request: ArrivedRequest) => void;

/** A server that sends the prepared answers in order, and the last one from then on. */
export const startServer = async (...answers: readonly Answer[]) => {
  const requests: ArrivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const body = await text(incoming);
    const request = { method, url, headers, body: body === '' ? undefined : (JSON.parse(body) as unknown) };
    requests.push(request);
    answers[Math.min(requests.length, answers.length) - 1]!(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/approvals`,
    requests,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** A running server. */
export type PreparedServer = Awaited<ReturnType<typeof startServer>>;

/** Answers with JSON. */
export const json =
  (body: unknown): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Answers with a problem of the door. */
export const problem =
  (status: number, word: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response
      .writeHead(status, { ...headers, 'content-type': 'application/problem+json; charset=utf-8' })
      .end(JSON.stringify({ type: 'about:blank', title: word, status, problem: word, detail: `It is ${word}.` }));

/** Breaks the connection before an answer. */
export const hangUp: Answer = (response) => response.destroy();

/** Begins a stream of events, writes these texts, and keeps it open. */
export const events =
  (...texts: readonly string[]): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    for (const one of texts) response.write(one);
  };

/** The same, and ends it. */
export const eventsThenEnd =
  (...texts: readonly string[]): Answer =>
  (response, request) => {
    events(...texts)(response, request);
    response.end();
  };
