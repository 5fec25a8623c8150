import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

// An approval service on which no person decides. It runs in a process of its own, so that the benchmark measures
// neither its heap nor its time.
let count = 0;

// The application computes the same hash: SHA-256 of canonical JSON. The JSON of a single argument is canonical.
const hashOf = (input: object = {}): string => hash('sha256', JSON.stringify(input), 'base64url');

const answerTo = (url: string, body: string): object => {
  if (body === '') {
    const items = new URL(url, 'http://local').searchParams.getAll('id').map((id) => ({ id, approval: 'PENDING' }));
    return { protocol: 1, items };
  }
  const { arguments: input } = JSON.parse(body) as { readonly arguments?: object };
  const about = { runId: 'run', status: 'suspended', approval: 'PENDING', expiresAt: new Date().toISOString() };
  return { protocol: 1, id: `approval-${String(count++).padStart(20, '0')}`, argsHash: hashOf(input), ...about };
};

const server = createServer(async (request, response) => {
  const body = await text(request);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answerTo(request.url ?? '', body)));
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
