import { isObject } from '#core';
import type { FilePart, JsonObject, JsonValue, TextPart, UserMessage } from 'toolgate/model';
import { refuseRequest } from '../../problem/request.exception.js';
import { acceptsMediaType } from '../shared/accepts-media-type.js';
import { isBase64 } from '../shared/is-base64.js';

/**
 * Reads the parts of the newest message of the user: texts, and files of the media types that the chat accepts. Throws
 * `RequestException` for any other part.
 */
export const readUserContent = ({ parts }: JsonObject, files: readonly string[]): UserMessage['content'] => {
  if (!Array.isArray(parts)) return refuseRequest('The last message has no list of parts.');
  const read = parts.map((part) => readPart(part, files)).filter((part) => part.type !== 'text' || part.text !== '');
  return read.length > 0 ? read : refuseRequest('The last message is empty. Send some text.');
};

const readPart = (part: JsonValue, files: readonly string[]): TextPart | FilePart => {
  if (!isObject(part)) return refuseRequest('A part of the last message is not an object.');
  if (part['type'] === 'text' && typeof part['text'] === 'string') return { type: 'text', text: part['text'] };
  if (part['type'] === 'file') return readFile(part, files);
  return refuseRequest('A part of the last message has an unknown type. Send parts of the type "text" or "file".');
};

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w.+-]+=[\w.+-]+)*;base64,(.*)$/s;

const readFile = ({ url, filename }: JsonObject, files: readonly string[]): FilePart => {
  if (files.length === 0) return refuseRequest('This chat accepts no files. Send some text.');
  const [, mediaType, base64] = (typeof url === 'string' && DATA_URL.exec(url)) || [];
  // The server would fetch a URL that the client has chosen.
  if (mediaType === undefined || base64 === undefined || !isBase64(base64)) {
    return refuseRequest('A file of the last message is not contained in it. Send its bytes as a data URL in base64.');
  }
  if (!acceptsMediaType(files, mediaType)) {
    return refuseRequest(`This chat accepts files of the types ${files.join(', ')} only.`);
  }
  const name = typeof filename === 'string' ? { filename } : {};
  return { type: 'file', mediaType, source: { type: 'data', base64 }, ...name };
};
