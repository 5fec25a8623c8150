import type { FilePart } from 'toolgate/model';

/** A file in a tool's result. Its name and its data differ between the versions of the AI SDK. */
interface ResultFile {
  readonly data?: unknown;
  readonly url?: string | URL;
  readonly mediaType?: string;
  readonly filename?: string;
  readonly type: string;
}

interface TaggedData {
  readonly type: string;
  readonly data?: unknown;
  readonly url?: string | URL;
  readonly text?: string;
}

/**
 * Converts a file in a tool's result; undefined for a reference to a file at a provider, and for a part that is not a
 * file.
 */
export const resultFile = (part: object): FilePart | undefined => {
  const file = part as ResultFile;
  const source = sourceFrom(file);
  if (!source) return undefined;
  const { mediaType = file.type.startsWith('image') ? 'image/*' : 'application/octet-stream', filename } = file;
  // Version 7 also accepts the kind alone, such as `image`.
  const type = mediaType.includes('/') ? mediaType : `${mediaType}/*`;
  return { type: 'file', mediaType: type, source, ...(filename !== undefined && { filename }) };
};

const sourceFrom = ({ data, url }: ResultFile): FilePart['source'] | undefined => {
  if (url !== undefined) return { type: 'url', url: String(url) };
  const bytes = bytesFrom(data);
  if (bytes !== undefined) return { type: 'data', base64: bytes };
  const tagged = (data ?? {}) as TaggedData;
  if (tagged.type === 'url') return { type: 'url', url: String(tagged.url) };
  if (tagged.type === 'text') return { type: 'data', base64: Buffer.from(String(tagged.text)).toString('base64') };
  const inner = tagged.type === 'data' ? bytesFrom(tagged.data) : undefined;
  return inner === undefined ? undefined : { type: 'data', base64: inner };
};

const bytesFrom = (data: unknown): string | undefined => {
  if (typeof data === 'string') return data;
  if (data instanceof ArrayBuffer) return Buffer.from(data).toString('base64');
  if (!ArrayBuffer.isView(data)) return undefined;
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
};
