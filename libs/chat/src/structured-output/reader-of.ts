import { type JsonReader, jsonReader, type JsonSource, ToolDeclarationException, type ValueOf } from 'toolgate/tool';
import { ChatClientException } from '../errors/chat.errors.js';

/** Returns the reader of a source. Throws `ChatClientException`, with the place, if the source is not a schema. */
export const readerOf = <const S extends JsonSource>(where: string, source: S): JsonReader<ValueOf<S>> => {
  try {
    return jsonReader(source);
  } catch (cause) {
    if (!(cause instanceof ToolDeclarationException)) throw cause;
    throw new ChatClientException(`${where}: ${cause.message}`, { cause });
  }
};
