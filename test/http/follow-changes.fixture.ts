import { type ServerSentEvent, ServerSentEventParser } from '../../libs/http/src/client/server-sent-events.js';

/** An event of the stream, with its data parsed. */
export interface ReadEvent {
  readonly event: ServerSentEvent['event'];
  readonly data: Readonly<Record<string, unknown>>;
}

/** What one reader of the stream has received. */
export interface Following {
  readonly response: Response;
  readonly events: readonly ReadEvent[];
  readonly heartbeats: () => number;
  /** Resolves when the stream has ended. */
  readonly over: Promise<void>;
  readonly leave: () => void;
}

/** Reads the stream of changes as a person. */
export const followChanges = async (origin: string, as: string, path = 'approvals'): Promise<Following> => {
  const leaving = new AbortController();
  const response = await fetch(`${origin}/${path}/changes`, {
    headers: { authorization: `Person ${as}` },
    signal: leaving.signal,
  });
  const events: ReadEvent[] = [];
  let heartbeats = 0;
  const parser = new ServerSentEventParser();
  const over = (async () => {
    for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
      heartbeats += Buffer.from(bytes).toString().split(': heartbeat\n').length - 1;
      for (const { event, data } of parser.push(bytes))
        events.push({ event, data: JSON.parse(data) as ReadEvent['data'] });
    }
  })().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  return { response, events, heartbeats: () => heartbeats, over, leave: () => leaving.abort() };
};
