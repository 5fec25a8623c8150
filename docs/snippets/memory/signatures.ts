import type { Message } from 'toolgate';
import type { ChatMemory as RealMemory, ChatMemoryRepository as RealRepository } from 'toolgate';
import type { LastTurn } from 'toolgate/chat';
import type {
  AppendTurn as RealAppend,
  ConversationRef as RealRef,
  FindMessages,
  GetMessages as RealGet,
  StoredMessage,
} from 'toolgate/memory';
import type { FoundDocument as RealFound, JsonObject, MetadataFilter as RealFilter } from 'toolgate/model';
import type {
  VectorDocument as RealDocument,
  VectorSearch as RealSearch,
  VectorStore as RealStore,
} from 'toolgate/model';
import type { Agrees, Same } from '../same.js';

// #region memory
type ConversationRef = string | { readonly tenant?: string; readonly conversation: string };

interface ChatMemory {
  append(
    conversation: ConversationRef,
    turn: string,
    messages: readonly Message[],
    options?: AppendTurn,
  ): Promise<void>;
  get(conversation: ConversationRef, options?: GetMessages): Promise<readonly Message[]>; // the window, oldest first
  lastTurn(conversation: ConversationRef): Promise<LastTurn | undefined>; // { id, messages }
  clear(conversation: ConversationRef): Promise<void>;
  removeLast(conversation: ConversationRef): Promise<readonly Message[]>; // the removed messages
}

interface AppendTurn {
  readonly replaces?: string; // the turn that the same write removes, if it is the last one
}

interface GetMessages {
  readonly without?: string; // a turn to leave out
}

interface ChatMemoryRepository {
  append(
    conversation: ConversationRef,
    turn: string,
    messages: readonly Message[],
    options?: AppendTurn,
  ): Promise<void>;
  find(conversation: ConversationRef, options?: FindMessages): Promise<readonly Message[]>; // all, or { last: 20 }
  history(conversation: ConversationRef, options?: FindMessages): Promise<readonly StoredMessage[]>; // with turn and time
  removeLast(conversation: ConversationRef): Promise<readonly Message[]>;
  conversations(tenant?: string): Promise<readonly string[]>; // ids in alphabetical order
  delete(conversation: ConversationRef): Promise<void>;
  deleteUnusedSince(time: Date): Promise<number>; // how many, of every tenant
}
// #endregion

// #region vectors
interface VectorDocument {
  readonly id: string; // takes the place of a document with the same id
  readonly text: string;
  readonly metadata?: JsonObject;
}

type MetadataFilter = Readonly<Record<string, string | number | boolean | null>>; // each value is equal

interface VectorSearch {
  readonly text: string;
  readonly topK?: number; // default: 4
  readonly minScore?: number; // default: any
  readonly filter?: MetadataFilter; // default: all documents
}

interface VectorStore {
  add(documents: readonly VectorDocument[]): Promise<void>; // all or none
  search(search: VectorSearch): Promise<readonly FoundDocument[]>; // the nearest first
  delete(selection: { readonly ids: readonly string[] } | { readonly filter: MetadataFilter }): Promise<void>;
}

interface FoundDocument extends VectorDocument {
  readonly score: number; // 1 for the same meaning
}
// #endregion

type Methods<T> = { [K in keyof T]: T[K] };

export type Checked = [
  Agrees<Same<ConversationRef, RealRef>>,
  Agrees<Same<AppendTurn, RealAppend>>,
  Agrees<Same<GetMessages, RealGet>>,
  Agrees<Same<Methods<ChatMemory>, Methods<RealMemory>>>,
  Agrees<Same<Methods<ChatMemoryRepository>, Methods<RealRepository>>>,
  Agrees<Same<VectorDocument, RealDocument>>,
  Agrees<Same<MetadataFilter, RealFilter>>,
  Agrees<Same<VectorSearch, RealSearch>>,
  Agrees<Same<Methods<VectorStore>, Methods<RealStore>>>,
  Agrees<Same<FoundDocument, RealFound>>,
];
