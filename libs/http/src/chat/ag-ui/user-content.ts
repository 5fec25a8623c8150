import { isObject } from '#core';
import type { FilePart, JsonObject, JsonValue, TextPart } from 'toolgate/model';
import { acceptsMediaType } from '../shared/accepts-media-type.js';
import { isBase64 } from '../shared/is-base64.js';
import { refuseRequest } from '../../problem/request.exception.js';

const MEDIA: ReadonlySet<unknown> = new Set(['image', 'audio', 'video', 'document']);

/**
 * Reads the content of a user message: a string, or parts. Throws `RequestException` (`bad-request`) for anything else,
 * for an empty content, and for a file that has another type or is not contained in the message.
 */
export const userContent = (
  content: JsonValue | undefined,
  files: readonly string[],
): readonly (TextPart | FilePart)[] => {
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  if (!Array.isArray(parts))
    return refuseRequest('The content of the last message is neither a string nor a list of parts.');
  const read = parts.map((part) => contentPart(part, files)).filter((part) => part.type !== 'text' || part.text !== '');
  return read.length > 0 ? read : refuseRequest('The last message is empty. Send some text.');
};

const contentPart = (part: JsonValue, files: readonly string[]): TextPart | FilePart => {
  if (!isObject(part)) return refuseRequest('A part of the last message is not an object.');
  const { type, text, source } = part;
  if (type === 'text' && typeof text === 'string') return { type: 'text', text };
  if (MEDIA.has(type) && isObject(source)) return filePart(source, files);
  return refuseRequest('A part of the last message has an unknown type. Send text, image, audio, video or document.');
};

const filePart = ({ type, value, mimeType }: JsonObject, files: readonly string[]): FilePart => {
  if (files.length === 0) return refuseRequest('This agent accepts no files. Send some text.');
  // The server would fetch a URL that the client has chosen.
  if (type !== 'data' || typeof value !== 'string' || typeof mimeType !== 'string') {
    return refuseRequest(
      'A file of the last message is not contained in it. Send its bytes as a source of type "data".',
    );
  }
  if (!isBase64(value)) return refuseRequest('The bytes of a file of the last message are not base64. Encode them.');
  if (acceptsMediaType(files, mimeType))
    return { type: 'file', mediaType: mimeType, source: { type: 'data', base64: value } };
  return refuseRequest(`This agent accepts files of the types ${files.join(', ')} only.`);
};
