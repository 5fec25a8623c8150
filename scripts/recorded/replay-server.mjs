import { createServer } from 'node:http';

const bodyOf = async (request) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
};

const lastStep = (path) => path.split('/').at(-1);

/** Answers the n-th request with the n-th recorded exchange, over HTTP. */
export const replayServer = async (exchanges) => {
  const requests = [];
  const server = createServer(async (request, response) => {
    const exchange = exchanges[requests.length];
    const { pathname } = new URL(request.url, 'http://127.0.0.1');
    requests.push({ pathname, body: await bodyOf(request) });
    if (!exchange || lastStep(new URL(exchange.url).pathname) !== lastStep(pathname)) {
      response.writeHead(410, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ error: { message: `nothing is recorded for request ${requests.length} (${pathname})` } }),
      );
      return;
    }
    response.writeHead(exchange.status, { 'content-type': exchange.contentType });
    response.end(exchange.body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseURL: `http://127.0.0.1:${server.address().port}/v1`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
