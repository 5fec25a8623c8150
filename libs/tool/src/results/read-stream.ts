import { Readable } from 'node:stream';
import type { TurnAbort } from '#core';
import { filePart } from 'toolgate/model';
import type { ReadBounds } from './read-bounds.js';
import { SourceMeter } from './source-meter.js';
import { type ToolContent, toolContent } from './tool-content.js';
import { UnfinishedResult } from './unfinished-result.js';

type Stream = AsyncIterable<unknown>;

/** The settings for reading a stream. */
interface Reading {
  readonly abort: TurnAbort | undefined;
  readonly bounds: ReadBounds;
}

/** The methods of Nest's `StreamableFile` that are called, regardless of the copy of Nest it comes from. */
interface StreamedFile {
  getStream(): Stream;
  getHeaders(): { readonly type?: string };
}

const BYTES = 'application/octet-stream';

/** Whether a value is a file: a `Blob`, or Nest's `StreamableFile`. */
export const isFile = (value: object): value is Blob | StreamedFile => value instanceof Blob || isStreamed(value);

/** Whether a value is a Node or web stream, whose pieces form one value. */
export const isStream = (value: object): value is Stream =>
  Symbol.asyncIterator in value &&
  (value instanceof ReadableStream || typeof (value as { pipe?: unknown }).pipe === 'function');

/** Reads a file as the content of a result. Throws `ToolResultException` if it exceeds the limit of bytes. */
export const readFile = async (file: Blob | StreamedFile, reading: Reading): Promise<ToolContent> => {
  if (isStreamed(file)) {
    const bytes = await bytesOf(file.getStream(), reading);
    return toolContent(filePart(bytes, file.getHeaders().type ?? BYTES));
  }
  new SourceMeter(reading.bounds).check(file.size);
  const name = file instanceof File ? file.name : undefined;
  return toolContent(filePart(new Uint8Array(await file.arrayBuffer()), file.type || BYTES, name));
};

/**
 * Reads a stream to its end. Returns its text if it contains text or bytes, otherwise the list of its objects. If the
 * rest would be cut, closes the stream early and returns an `UnfinishedResult`.
 */
export const readStream = async (stream: Stream, reading: Reading): Promise<unknown> => {
  const { pieces, isWhole } = await piecesOf(stream, reading);
  const value = pieces.every(isTextPiece) ? Buffer.concat(pieces.map(toBytes)).toString('utf8') : pieces;
  return isWhole ? value : new UnfinishedResult(value);
};

const isStreamed = (value: object): value is StreamedFile => {
  const { getStream, getHeaders } = value as Partial<StreamedFile>;
  return typeof getStream === 'function' && typeof getHeaders === 'function';
};

const piecesOf = async (
  stream: Stream,
  { abort, bounds }: Reading,
): Promise<{ readonly pieces: readonly unknown[]; readonly isWhole: boolean }> => {
  const source = stream instanceof ReadableStream ? Readable.fromWeb(stream, { objectMode: true }) : stream;
  // The iterator would close the stream only after its next piece, which may never come.
  const close = (): void => void (source as Partial<Readable>).destroy?.();
  abort?.listeners.add(close);
  const meter = new SourceMeter(bounds);
  const pieces: unknown[] = [];
  let length = 0;
  try {
    for await (const piece of source) {
      pieces.push(piece);
      length += leastLength(piece, meter.count(piece));
      if (length > bounds.maxLength) return { pieces, isWhole: false };
      if (meter.isDue()) await meter.breathe();
    }
    return { pieces, isWhole: true };
  } finally {
    abort?.listeners.delete(close);
  }
};

/** A lower bound of a piece's characters in a result: a UTF-16 code unit has at most three bytes. */
const leastLength = (piece: unknown, bytes: number): number =>
  piece instanceof Uint8Array ? Math.floor(bytes / 3) : bytes;

const bytesOf = async (stream: Stream, { abort, bounds }: Reading): Promise<Uint8Array> => {
  const { pieces } = await piecesOf(stream, { abort, bounds: { ...bounds, maxLength: Infinity } });
  return Buffer.concat(pieces.map((piece) => toBytes(piece as string | Uint8Array)));
};

const isTextPiece = (piece: unknown): piece is string | Uint8Array =>
  typeof piece === 'string' || piece instanceof Uint8Array;

const toBytes = (piece: string | Uint8Array): Uint8Array => (typeof piece === 'string' ? Buffer.from(piece) : piece);
