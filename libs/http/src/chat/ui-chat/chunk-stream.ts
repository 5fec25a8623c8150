import { isPromiseLike } from '#core';
import type { StreamPart, Usage } from 'toolgate/model';
import type { EventStream } from '../../changes/event-stream.js';
import { logFailure } from '../ui-message-stream/ui-message-stream.js';
import type { ReaderPart, UiMessageEncoder } from '../ui-message-stream/ui-message-encoder.js';
import type { UiMessageChunk } from '../ui-message-stream/ui-message-chunk.js';

/** A turn that is being read. */
export interface ReadTurn {
  readonly runId: string;
  readonly parts: AsyncIterable<StreamPart>;
  /** Returns the usage of the whole turn, after the last part; undefined if it is not known. */
  readonly usage: () => Promise<Usage | undefined>;
}

/** Adds what the reader may do with a part. */
export type ForReader = (part: StreamPart) => ReaderPart | Promise<ReaderPart>;

/** Sends a turn as chunks, until it ends or its reader leaves. */
export const sendTurn = async (
  { runId, parts, usage }: ReadTurn,
  stream: EventStream,
  { encoder, forReader }: { readonly encoder: UiMessageEncoder; readonly forReader: ForReader },
): Promise<void> => {
  const send = async (part: StreamPart): Promise<boolean> => {
    const shown = forReader(part);
    return stream.write(framesOf(encoder.encode(isPromiseLike(shown) ? await shown : shown)));
  };
  await stream.write(framesOf(encoder.start()));
  try {
    for await (const part of parts) if (!(await send(part))) return;
    await stream.write(framesOf(encoder.end(await usage())) + DONE);
  } catch (error) {
    logFailure(error, runId);
    await stream.write(framesOf(encoder.fail(error)) + DONE);
  } finally {
    stream.stop();
  }
};

const DONE = 'data: [DONE]\n\n';

/** Returns chunks as server-sent events. */
export const framesOf = (chunks: readonly UiMessageChunk[]): string => {
  let frames = '';
  for (const chunk of chunks) frames += `data: ${JSON.stringify(chunk)}\n\n`;
  return frames;
};
