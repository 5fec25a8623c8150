import { filePart } from 'toolgate/model';
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
export const readFile = async (file: Blob | StreamedFile): Promise<ToolContent> => {
  if (isStreamed(file)) return toolContent(filePart(await bytesOf(file.getStream()), file.getHeaders().type ?? BYTES));
  const name = file instanceof File ? file.name : undefined;
  return toolContent(filePart(new Uint8Array(await file.arrayBuffer()), file.type || BYTES, name));
};

/** Reads a stream to its end: its text where it has text or bytes, the list of its objects otherwise. */
export const readStream = async (stream: Stream): Promise<unknown> => {
  const pieces = await piecesOf(stream);
  return pieces.every(isText) ? Buffer.concat(pieces.map(toBytes)).toString('utf8') : pieces;
};

const isStreamed = (value: object): value is StreamedFile => {
  const { getStream, getHeaders } = value as Partial<StreamedFile>;
  return typeof getStream === 'function' && typeof getHeaders === 'function';
};

const piecesOf = async (stream: Stream): Promise<unknown[]> => {
  const pieces: unknown[] = [];
  for await (const piece of stream) pieces.push(piece);
  return pieces;
};

const bytesOf = async (stream: Stream): Promise<Uint8Array> =>
  Buffer.concat((await piecesOf(stream)).map((piece) => toBytes(piece as string | Uint8Array)));

const isText = (piece: unknown): piece is string | Uint8Array =>
  typeof piece === 'string' || piece instanceof Uint8Array;

const toBytes = (piece: string | Uint8Array): Uint8Array => (typeof piece === 'string' ? Buffer.from(piece) : piece);
