import type { FilePart } from 'toolgate/model';
import type { AiSdkSpecificationVersion } from '../provider/ai-sdk-language-model.js';
import type { ProviderFileData } from '../provider/provider-answer.js';

/** A file as it is sent: tagged in v4, base64 text or a URL object before. */
export type SentFileData =
  | string
  | URL
  | { readonly type: 'data'; readonly data: string }
  | { readonly type: 'url'; readonly url: URL };

const base64 = (data: string | Uint8Array): string =>
  typeof data === 'string' ? data : Buffer.from(data).toString('base64');

/** Converts a provider's file. */
export const fileSource = (data: ProviderFileData): FilePart['source'] => {
  if (typeof data === 'string' || data instanceof Uint8Array) return { type: 'data', base64: base64(data) };
  return data.type === 'url' ? { type: 'url', url: String(data.url) } : { type: 'data', base64: base64(data.data) };
};

/** The media type of a file as it is sent, and its content. */
interface SentFile {
  readonly data: SentFileData;
  readonly mediaType: string;
}

const DATA_URL = /^data:([^;,]*)[^,]*;base64,(.*)$/s;

/**
 * Converts a file for a provider. A `data:` URL is sent as its content, and its media type replaces a less precise one,
 * such as `image/*`. Throws a TypeError for an invalid URL.
 */
export const sentFile = (
  { mediaType, source }: Pick<FilePart, 'mediaType' | 'source'>,
  version: AiSdkSpecificationVersion,
): SentFile => {
  const tagged = version === 'v4';
  const content = (base64: string) => (tagged ? ({ type: 'data', data: base64 } as const) : base64);
  if (source.type === 'data') return { data: content(source.base64), mediaType };
  const [, declared = '', inline] = DATA_URL.exec(source.url) ?? [];
  if (inline === undefined) {
    const url = new URL(source.url);
    return { data: tagged ? { type: 'url', url } : url, mediaType };
  }
  const known = declared !== '' && (mediaType === '' || mediaType.endsWith('/*'));
  return { data: content(inline), mediaType: known ? declared : mediaType };
};
