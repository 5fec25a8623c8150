import { ApprovalsProblem } from './approvals-problem.js';
import { problemOfResponse } from './problem-of-response.js';
import { growingDelay, type RetryDelay } from './retry-delay.js';

/** Where the front door is, and how a client authenticates. */
export interface ApprovalsClientOptions {
  /** The URL of the front door with its path: `https://shop.example/approvals`, or `/approvals` in a browser. */
  readonly baseUrl: string;
  /** @default the global `fetch` */
  readonly fetch?: typeof fetch;
  /** Returns headers for a request, such as `authorization`. It is called for each attempt. */
  readonly headers?: () => HeaderValues | Promise<HeaderValues>;
  /** Whether the browser sends cookies: `include` for another origin. @default that of `fetch`, `same-origin` */
  readonly credentials?: 'omit' | 'same-origin' | 'include';
  /** The pause before an attempt is repeated. @default doubles from 0.5 to 30 seconds, half of it random */
  readonly retryDelay?: RetryDelay;
  /** How often a repeatable request is sent at most; `Infinity` until its signal aborts. @default 5 */
  readonly attempts?: number;
}

/** Headers of a request, in every form that `fetch` accepts. */
export type HeaderValues = ConstructorParameters<typeof Headers>[0];

/** One request. */
export interface DoorRequest {
  readonly method?: 'GET' | 'POST';
  /** The path below the door, such as `/counts`, with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** The requests of one client to one door. */
export interface Connection {
  readonly retryDelay: RetryDelay;
  readonly attempts: number;
  /** Returns the answer. Throws `ApprovalsProblem` if there is none or if it has an error status. */
  open(request: DoorRequest): Promise<Response>;
  /** Returns the JSON of the answer. */
  read<T>(request: DoorRequest): Promise<T>;
}

const ATTEMPTS = 5;

/** Creates the requests of a client. */
export const connectionTo = (options: ApprovalsClientOptions): Connection => {
  const { retryDelay = growingDelay, attempts = ATTEMPTS } = options;
  const open = (request: DoorRequest): Promise<Response> => send(options, request);
  return {
    retryDelay,
    attempts,
    open,
    async read<T>(request: DoorRequest): Promise<T> {
      const response = await open(request);
      return (await response.json().catch((cause: unknown) => {
        if (request.signal?.aborted || isJson(response)) return broken(options, request, cause);
        throw foreign(options, request, response);
      })) as T;
    },
  };
};

const send = async (options: ApprovalsClientOptions, request: DoorRequest): Promise<Response> => {
  const { method = 'GET', path, body, signal } = request;
  // The browser's `fetch` accepts no other receiver.
  const call = options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init));
  const init: RequestInit = {
    method,
    headers: await headersOf(options, request),
    ...(options.credentials && { credentials: options.credentials }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  };
  const response = await call(urlOf(options, path), init).catch((cause: unknown) => broken(options, request, cause));
  if (!response.ok) throw await problemOfResponse(response, nameOf(options, request));
  return response;
};

const headersOf = async (options: ApprovalsClientOptions, { headers, body }: DoorRequest): Promise<Headers> => {
  const all = new Headers(await options.headers?.());
  all.set('accept', 'application/json');
  if (body !== undefined) all.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value);
  return all;
};

const broken = (options: ApprovalsClientOptions, request: DoorRequest, cause: unknown): never => {
  if (request.signal?.aborted) throw cause;
  const name = nameOf(options, request);
  const detail = `${name} failed: no complete answer arrived. Check baseUrl and the connection, then send it again.`;
  throw new ApprovalsProblem({ status: 0, problem: 'network', detail, cause });
};

const typeOf = ({ headers }: Response): string => headers.get('content-type') ?? 'no content type';
const isJson = (response: Response): boolean => /[/+]json\b/.test(typeOf(response));

/** The server answered with something else than the door, such as the page of an application or of a sign-in. */
const foreign = (options: ApprovalsClientOptions, request: DoorRequest, response: Response): ApprovalsProblem => {
  const found = `${nameOf(options, request)} failed: the answer is not JSON, but "${typeOf(response)}".`;
  const detail = `${found} Check baseUrl, the session, and the proxies before the server.`;
  return new ApprovalsProblem({ status: response.status, problem: 'other', detail });
};

const urlOf = ({ baseUrl }: ApprovalsClientOptions, path: string): string => baseUrl.replace(/\/+$/, '') + path;

// The query may contain what a person typed, and is not for a log.
const nameOf = (options: ApprovalsClientOptions, { method = 'GET', path }: DoorRequest): string =>
  `${method} ${urlOf(options, path).split('?')[0]}`;
