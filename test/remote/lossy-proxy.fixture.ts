import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request of an application to the service. */
export type Step = 'request' | 'statuses' | 'get' | 'claim' | 'finish' | 'cancel';

/**
 * What happens to a request: the connection breaks before it arrives, or before its answer does; the service is
 * overloaded; or the test answers.
 */
export type Fault = 'refuse' | 'lose' | 'overloaded' | ((response: ServerResponse) => void);

const stepOf = (method: string, path: string): Step => {
  const [, id, action] = path.split('/external')[1]?.split('?')[0]?.split('/') ?? [];
  if (id === undefined) return method === 'POST' ? 'request' : 'statuses';
  return (action as Step | undefined) ?? 'get';
};

/** A server between an application and the service, which loses what the test states. */
export const startProxy = async (target: string) => {
  const steps: Step[] = [];
  const faults = new Map<Step, Fault[]>();
  const until = new Map<Step, Fault>();
  let origin = target;

  const forward = async (incoming: IncomingMessage, body: Buffer) => {
    const { method = '', url = '', headers } = incoming;
    const { authorization, 'content-type': type } = headers;
    return fetch(`${origin}${url}`, {
      method,
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
  };

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(incoming);
    const step = stepOf(incoming.method ?? '', incoming.url ?? '');
    steps.push(step);
    const fault = faults.get(step)?.shift() ?? until.get(step);
    if (typeof fault === 'function') return fault(response);
    if (fault === 'overloaded') return void response.writeHead(503).end();
    if (fault === 'refuse') return void response.destroy();
    const given = await forward(incoming, body).catch(() => undefined);
    if (!given || fault === 'lose') return void response.destroy();
    const type = given.headers.get('content-type') ?? 'text/plain';
    response.writeHead(given.status, { 'content-type': type }).end(await given.text());
  };

  const server = createServer((incoming, response) => void answer(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/approvals`,
    /** The requests that arrived, in order. */
    steps,
    /** Lets the next requests of a step fail. */
    fail: (step: Step, ...next: readonly Fault[]) => void faults.set(step, [...next]),
    /** Lets all requests of a step fail, until `fault` is undefined. */
    failAll: (step: Step, fault?: Fault) => void (fault ? until.set(step, fault) : until.delete(step)),
    /** Sends what arrives to another service from now on. */
    redirect: (to: string) => void (origin = to),
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
