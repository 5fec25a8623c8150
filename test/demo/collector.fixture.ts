import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

type Attribute = { readonly key: string; readonly value: Readonly<Record<string, unknown>> };

/** A span in the format of OTLP. */
export interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes: readonly Attribute[];
}

interface Resource {
  readonly attributes: readonly Attribute[];
}

interface Sent {
  readonly resourceSpans?: readonly {
    readonly resource: Resource;
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly { readonly name: string }[] }[];
  }[];
}

const POLL_MS = 20;

/** Starts a collector that receives traces and metrics by OTLP over HTTP with JSON, and stores them. */
export const startCollector = async () => {
  const sent: Sent[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url === '/v1/traces' || request.url === '/v1/metrics';
    // The sender may be killed in the meantime.
    const body = path && (await json(request).catch(() => undefined));
    if (body) sent.push(body);
    response.writeHead(path ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const resources = () => sent.flatMap(({ resourceSpans = [] }) => resourceSpans);
  const spans = (): SentSpan[] => resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  const metrics = (): string[] =>
    sent
      .flatMap(({ resourceMetrics = [] }) => resourceMetrics)
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => name)));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    metrics,
    /** Waits until a number of spans with a name have arrived. */
    async spansOnce(name: string, count: number): Promise<SentSpan[]> {
      while (spans().filter((span) => span.name === name).length < count) await delay(POLL_MS);
      return spans();
    },
    /** Waits until a metric has arrived. */
    async metricOnce(name: string): Promise<void> {
      while (!metrics().includes(name)) await delay(POLL_MS);
    },
    services: () => [...new Set(resources().map(({ resource }) => attributesOf(resource)['service.name']))],
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

/** Returns the attributes of a span or a resource as a record. */
export const attributesOf = ({ attributes }: Resource): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Returns a trace as a tree: children are indented by two spaces, in the order in which they began. */
export const traceTree = (spans: readonly SentSpan[], traceId: string): readonly string[] => {
  const all = spans
    .filter((span) => span.traceId === traceId)
    .sort((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)));
  const lines = (parent: string | undefined, depth: number): string[] =>
    all
      .filter(({ parentSpanId }) => (parentSpanId || undefined) === parent)
      .flatMap(({ name, spanId }) => [`${'  '.repeat(depth)}${name}`, ...lines(spanId, depth + 1)]);
  return lines(undefined, 0);
};
