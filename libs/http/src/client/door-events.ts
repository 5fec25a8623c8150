import { ApprovalsProblem } from './approvals-problem.js';
import type { Connection } from './connection.js';
import { type ServerSentEvent, ServerSentEventParser } from './server-sent-events.js';
import { type SilenceWatch, watchSilence } from './silence-watch.js';
import type { ChangeBody, SnapshotBody } from './change-body.js';

/** An event of one connection to `GET /changes`. The last one is `end`, without an error if the server ended it. */
export type DoorEvent =
  | { readonly type: 'open' }
  | { readonly type: 'snapshot'; readonly snapshot: SnapshotBody }
  | { readonly type: 'change'; readonly change: ChangeBody }
  | { readonly type: 'reset' }
  | { readonly type: 'end'; readonly error?: ApprovalsProblem };

const EVENT_STREAM = 'text/event-stream';

/** Opens one connection and reads it to its end. It never throws. */
export async function* doorEvents(
  connection: Connection,
  silenceMs: number,
  signal?: AbortSignal,
): AsyncGenerator<DoorEvent> {
  const watch = watchSilence(silenceMs, signal);
  try {
    const response = await connection.open({
      path: '/changes',
      headers: { accept: EVENT_STREAM },
      signal: watch.signal,
    });
    const body = bodyOf(response);
    yield { type: 'open' };
    for await (const event of eventsOf(body, watch)) yield* doorEventOf(event);
    yield { type: 'end' };
  } catch (error) {
    yield { type: 'end', error: problemOf(error, watch.signal) };
  } finally {
    watch.end();
  }
}

const bodyOf = (response: Response): ReadableStream<Uint8Array> => {
  const { body, headers, status } = response;
  if (body && headers.get('content-type')?.startsWith(EVENT_STREAM)) return body;
  const detail = 'GET /changes failed: the answer is not a stream of events. Check baseUrl.';
  throw new ApprovalsProblem({ status, problem: 'other', detail });
};

async function* eventsOf(body: ReadableStream<Uint8Array>, watch: SilenceWatch): AsyncGenerator<ServerSentEvent> {
  const parser = new ServerSentEventParser();
  const reader = body.getReader();
  // Not every browser can iterate over a stream.
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    watch.restart();
    yield* parser.push(part.value);
  }
}

// A later version of the door may send events that this version does not know.
const doorEventOf = ({ event, data }: ServerSentEvent): readonly DoorEvent[] => {
  if (event === 'snapshot') return [{ type: 'snapshot', snapshot: JSON.parse(data) }];
  if (event === 'change') return [{ type: 'change', change: JSON.parse(data) }];
  return event === 'reset' ? [{ type: 'reset' }] : [];
};

const problemOf = (error: unknown, { reason }: AbortSignal): ApprovalsProblem => {
  if (error instanceof ApprovalsProblem) return error;
  // Not every `fetch` fails with the reason of its signal.
  if (reason instanceof ApprovalsProblem) return reason;
  const detail = 'GET /changes failed: the connection was interrupted.';
  return new ApprovalsProblem({ status: 0, problem: 'network', detail, cause: error });
};
