import { type JsonReader, jsonReader, type JsonSource, ToolDeclarationException, type ValueOf } from 'toolgate/tool';
import { ChatClientException } from '../chat.errors.js';

/** What reads answers by a source. Throws `ChatClientException` for what says nothing of a value, naming where it was given. */
export const readerOf = <const S extends JsonSource>(where: string, source: S): JsonReader<ValueOf<S>> => {
  try {
    return jsonReader(source);
  } catch (cause) {
    if (!(cause instanceof ToolDeclarationException)) throw cause;
    throw new ChatClientException(`${where}: ${cause.message}`, { cause });
  }
};
