import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { filePart } from 'toolgate/model';
import type { TurnAbort } from '../execution/turn-abort.js';
import { type ToolContent, toolContent } from './tool-content.js';

type Stream = AsyncIterable<unknown>;

/** What Nest's `StreamableFile` promises, also where it comes from another copy of Nest. */
interface StreamedFile {
  getStream(): Stream;
  getHeaders(): { readonly type?: string };
}

const BYTES = 'application/octet-stream';

/** Whether a value is a file: a `Blob`, or Nest's `StreamableFile`. */
export const isFile = (value: object): value is Blob | StreamedFile => value instanceof Blob || isStreamed(value);

/** Whether a value is a stream of Node or of the web, whose pieces mean nothing alone. */
export const isStream = (value: object): value is Stream =>
  Symbol.asyncIterator in value &&
  (value instanceof ReadableStream || typeof (value as { pipe?: unknown }).pipe === 'function');

/** Reads a file as the content of a result. */
export const readFile = async (file: Blob | StreamedFile, abort: TurnAbort | undefined): Promise<ToolContent> => {
  if (isStreamed(file)) {
    return toolContent(filePart(await bytesOf(file.getStream(), abort), file.getHeaders().type ?? BYTES));
  }
  const name = file instanceof File ? file.name : undefined;
  return toolContent(filePart(new Uint8Array(await file.arrayBuffer()), file.type || BYTES, name));
};

/** Reads a stream to its end: its text where it has text or bytes, the list of its objects otherwise. */
export const readStream = async (stream: Stream, abort: TurnAbort | undefined): Promise<unknown> => {
  const pieces = await piecesOf(stream, abort);
  return pieces.every(isText) ? Buffer.concat(pieces.map(toBytes)).toString('utf8') : pieces;
};

const isStreamed = (value: object): value is StreamedFile => {
  const { getStream, getHeaders } = value as Partial<StreamedFile>;
  return typeof getStream === 'function' && typeof getHeaders === 'function';
};

const piecesOf = async (stream: Stream, abort: TurnAbort | undefined): Promise<unknown[]> => {
  const source =
    stream instanceof ReadableStream ? Readable.fromWeb(stream as WebStream, { objectMode: true }) : stream;
  // Its iterator would close it only behind the piece that may never come.
  const close = (): void => void (source as Partial<Readable>).destroy?.();
  abort?.listeners.add(close);
  const pieces: unknown[] = [];
  try {
    for await (const piece of source) pieces.push(piece);
    return pieces;
  } finally {
    abort?.listeners.delete(close);
  }
};

const bytesOf = async (stream: Stream, abort: TurnAbort | undefined): Promise<Uint8Array> =>
  Buffer.concat((await piecesOf(stream, abort)).map((piece) => toBytes(piece as string | Uint8Array)));

const isText = (piece: unknown): piece is string | Uint8Array =>
  typeof piece === 'string' || piece instanceof Uint8Array;

const toBytes = (piece: string | Uint8Array): Uint8Array => (typeof piece === 'string' ? Buffer.from(piece) : piece);
