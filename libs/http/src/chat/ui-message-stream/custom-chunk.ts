import { type CustomPart, ENTITY_KIND, type JsonObject, type JsonValue } from 'toolgate/model';
import { isObject } from '#core';
import type { UiMessageChunk } from './ui-message-chunk.js';

/** Returns the chunk of an entity or a source; undefined for a part that only its provider understands. */
export const customChunk = (part: CustomPart): UiMessageChunk | undefined =>
  part.kind === ENTITY_KIND ? { type: 'data-entity', id: 'entity', data: part.data ?? null } : sourceChunk(part);

/** The kind of the parts in which a model of the AI SDK names its sources. */
const SOURCE_KIND = 'ai-sdk.source';

/** Returns the chunk of a source that a model names; undefined for another part that only its provider understands. */
const sourceChunk = ({ kind, data }: CustomPart): UiMessageChunk | undefined => {
  if (kind !== SOURCE_KIND || !isObject(data)) return undefined;
  const { sourceType, id, url, mediaType } = data;
  if (typeof id !== 'string') return undefined;
  const title = textIn(data, 'title');
  if (sourceType === 'url' && typeof url === 'string') return { type: 'source-url', sourceId: id, url, ...title };
  if (sourceType !== 'document' || typeof mediaType !== 'string') return undefined;
  return { type: 'source-document', sourceId: id, mediaType, title: '', ...title, ...textIn(data, 'filename') };
};

const textIn = <const N extends string>(data: JsonObject, name: N): { readonly [K in N]?: string } => {
  const value: JsonValue | undefined = data[name];
  return typeof value === 'string' ? ({ [name]: value } as { readonly [K in N]: string }) : {};
};
