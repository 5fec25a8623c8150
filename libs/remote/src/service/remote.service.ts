import { canSendHeaders, describeError, measureJson, within } from '#core';
import {
  type ApprovalsClientOptions,
  type ExternalCallBody,
  externalCallsClient,
  type ExternalClaimBody,
  type ExternalClaimedBody,
  type ExternalFinishBody,
  type ExternalRequestBody,
  type ExternalStatusesBody,
} from 'toolgate/http/client';
import { CANNOT_SEND } from '../config/options.js';
import type { ServiceHeaders } from '../config/tool-approval-config.js';
import { RemoteApprovalException } from '../errors/remote-approval.errors.js';
import { NOT_A_SERVICE } from './describe-failure.js';
import { readCall, readClaimed, readStatuses } from './read-answers.js';
import { HeadersException, reportSilence } from './report-silence.js';

/** How long one attempt of a request may take, in milliseconds. */
const ATTEMPT_MS = 10_000;
/** The most bytes of an answer, which contains the arguments of one call at most. */
const MOST_BYTES = 2 ** 24;
/** The most values of an answer, and the most levels. Parsing more would block the process for seconds. */
const MOST_VALUES = 200_000;
const MOST_LEVELS = 1000;
/** The most bytes of the answer to a request that failed. */
const MOST_BYTES_OF_A_PROBLEM = 2 ** 16;

/** Where the service is. */
interface RemoteServiceParts {
  readonly serviceUrl: string | undefined;
  readonly headers: ServiceHeaders | undefined;
}

/**
 * The requests to the approval service. Without a signal, a request is sent once. With one, it is sent again with
 * back-off until an answer arrives or the signal aborts; credentials that are refused are never sent again.
 */
export class RemoteService {
  readonly url: string;
  private readonly once: ReturnType<typeof externalCallsClient>;
  private readonly patient: ReturnType<typeof externalCallsClient>;

  constructor({ serviceUrl = '', headers = {} }: RemoteServiceParts) {
    this.url = serviceUrl;
    const isFunction = typeof headers === 'function';
    const options: ApprovalsClientOptions = {
      baseUrl: serviceUrl,
      // Here a failure of the function counts as a request without an answer, so it is sent again.
      fetch: reportSilence(isFunction ? sendWith(headers) : sendOnce, serviceUrl),
      headers: () => (isFunction ? {} : headers),
    };
    this.once = externalCallsClient({ ...options, attempts: 1 });
    this.patient = externalCallsClient({ ...options, attempts: Infinity });
  }

  /** Throws `RemoteApprovalException` if the application has not stated where the service is. */
  assertUrl(): void {
    if (this.url !== '') return;
    throw new RemoteApprovalException(
      'RemoteToolApproval has no serviceUrl. Pass it, or pass { serviceUrl } as the second argument of fromSpec().',
    );
  }

  async request(body: ExternalRequestBody, signal?: AbortSignal): Promise<ExternalCallBody> {
    return readCall(await this.client(signal).request(body, { signal }));
  }

  async get(id: string, signal?: AbortSignal): Promise<ExternalCallBody> {
    return readCall(await this.client(signal).get(id, { signal }));
  }

  async statuses(ids: readonly string[]): Promise<ExternalStatusesBody> {
    return readStatuses(await this.once.statuses(ids));
  }

  async claim(id: string, body: ExternalClaimBody, signal?: AbortSignal): Promise<ExternalClaimedBody> {
    return readClaimed(await this.client(signal).claim(id, body, { signal }));
  }

  async finish(id: string, body: ExternalFinishBody, signal: AbortSignal): Promise<void> {
    await this.client(signal).finish(id, body, { signal });
  }

  async cancel(id: string, reason: string, signal: AbortSignal): Promise<void> {
    await this.client(signal).cancel(id, reason, { signal });
  }

  private client(signal: AbortSignal | undefined) {
    return signal ? this.patient : this.once;
  }
}

const sendWith =
  (create: Extract<ServiceHeaders, Function>): typeof fetch =>
  async (url, init) => {
    const headers = await createHeaders(create);
    new Headers(init?.headers).forEach((value, name) => headers.set(name, value));
    return sendOnce(url, { ...init, headers });
  };

const createHeaders = async (create: Extract<ServiceHeaders, Function>): Promise<Headers> => {
  const creating = async () => headersFrom(await create());
  try {
    return await within(creating(), ATTEMPT_MS, () => {
      throw new Error(`It did not answer within ${ATTEMPT_MS} ms`);
    });
  } catch (cause) {
    throw new HeadersException(describeError(cause).replace(/\.$/, ''), { cause });
  }
};

const headersFrom = (created: Readonly<Record<string, string>>): Headers => {
  if (canSendHeaders(created)) return new Headers(created);
  throw new Error(`The function returned headers that cannot be sent. ${CANNOT_SEND}`);
};

const sendOnce: typeof fetch = async (url, init) => {
  const limit = AbortSignal.timeout(ATTEMPT_MS);
  const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
  // A redirect would carry the arguments to another server.
  const response = await fetch(url, { ...init, signal, redirect: 'manual' });
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok) return problemIn(response, type);
  const body = type.startsWith('application/json') ? await bytesOf(response, MOST_BYTES) : undefined;
  if (body && isParsedQuickly(body)) return new Response(body, response);
  await response.body?.cancel().catch(() => {});
  const headers = { 'content-type': 'application/problem+json' };
  return new Response(JSON.stringify({ problem: NOT_A_SERVICE }), { status: 406, headers });
};

const isParsedQuickly = (body: Buffer): boolean => {
  const { nodes, depth } = measureJson(body.toString());
  return nodes <= MOST_VALUES && depth <= MOST_LEVELS;
};

/** Returns an answer with an error status, without a body that no service sends. */
const problemIn = async (response: Response, type: string): Promise<Response> => {
  const isProblem = type.startsWith('application/problem+json');
  const body = isProblem ? await bytesOf(response, MOST_BYTES_OF_A_PROBLEM) : undefined;
  if (!body) await response.body?.cancel().catch(() => {});
  return new Response(body?.length ? body : null, response);
};

/** Returns the body of an answer, decompressed; undefined if it has more bytes than `most`. */
const bytesOf = async ({ body }: Response, most: number): Promise<Buffer<ArrayBuffer> | undefined> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
