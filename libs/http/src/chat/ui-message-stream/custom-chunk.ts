import { type CustomPart, ENTITY_KIND } from 'toolgate/model';
import { sourceChunk } from './source-chunk.js';
import type { UiMessageChunk } from './ui-message-chunk.js';

/** Returns the chunk of an entity or a source; undefined for a part that only its provider understands. */
export const customChunk = (part: CustomPart): UiMessageChunk | undefined =>
  part.kind === ENTITY_KIND ? { type: 'data-entity', id: 'entity', data: part.data ?? null } : sourceChunk(part);
