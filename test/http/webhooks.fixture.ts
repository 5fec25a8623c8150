import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver has received. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers each request with a status, unless it is replaced. */
type Answer = (request: Received, response: ServerResponse) => unknown;

const ok: Answer = (_, response) => response.writeHead(204).end();

/** A receiver of webhooks over HTTP. `stop` closes its port; `listen` opens the same one again. */
export class Receiver {
  readonly received: Received[] = [];
  answer: Answer = ok;
  private port = 0;
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received = { headers: request.headers, body: Buffer.concat(chunks).toString() };
      this.received.push(received);
      this.answer(received, response);
    });
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
    return `http://127.0.0.1:${this.port}/hook?key=hidden`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
