import type { FilePart } from 'toolgate/model';
import type { AiSdkSpecificationVersion } from './ai-sdk-language-model.js';
import type { ProviderFileData } from './provider-answer.js';

/** A file as it is sent: tagged in v4, base64 text or a URL object before. */
export type SentFileData =
  string | URL | { readonly type: 'data'; readonly data: string } | { readonly type: 'url'; readonly url: URL };

const base64 = (data: string | Uint8Array): string =>
  typeof data === 'string' ? data : Buffer.from(data).toString('base64');

/** Reads a provider's file. */
export const fileSource = (data: ProviderFileData): FilePart['source'] => {
  if (typeof data === 'string' || data instanceof Uint8Array) return { type: 'data', base64: base64(data) };
  return data.type === 'url' ? { type: 'url', url: String(data.url) } : { type: 'data', base64: base64(data.data) };
};

/** Writes a file for a provider; a `data:` URL is sent as its content. Throws a TypeError for what is not a URL. */
export const fileData = (source: FilePart['source'], version: AiSdkSpecificationVersion): SentFileData => {
  const content = source.type === 'data' ? source.base64 : /^data:[^,]*;base64,(.*)$/s.exec(source.url)?.[1];
  if (content !== undefined) return version === 'v4' ? { type: 'data', data: content } : content;
  const url = new URL((source as { url: string }).url);
  return version === 'v4' ? { type: 'url', url } : url;
};
