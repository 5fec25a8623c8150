import type { Observable } from 'rxjs';
import type { ChatClient, JsonObject, StreamPart } from 'toolgate';
import type { Approver } from 'toolgate/approval';
import type { PromptBuilder } from 'toolgate/chat';
import type {
  AgUiAgent as RealAgent,
  AgUiKnown as RealKnown,
  AgUiMessage,
  AgUiPerson as RealPerson,
  agUiStream as realStream,
  AgUiStreamOptions as RealOptions,
  AgUiTurn as RealTurn,
  AnswerTerms as RealTerms,
} from 'toolgate/http';
import type { Agrees, Same } from '../same.js';

// #region signatures
interface AgUiPerson {
  readonly by: Approver; // who sends the request
  readonly threadId: string;
}

interface AgUiAgent {
  readonly client: ChatClient;
  prompt(prompt: PromptBuilder, person: AgUiPerson): PromptBuilder;
  conversation?(person: AgUiPerson): string; // default: the person's id and the threadId
  readonly files?: readonly string[]; // media types; default: none
}

interface AgUiTurn extends AsyncIterable<StreamPart> {
  readonly runId: string;
}

interface AgUiStreamOptions {
  readonly threadId: string;
  readonly runId: string;
  readonly known?: AgUiKnown; // what the stream does not show again
  earlier?(): Promise<readonly StreamPart[]>; // the turn so far, for a reader that may have missed parts
  terms?(approval: { readonly approvalId: string }): Promise<AnswerTerms>;
}

// Ids of messages and calls in the history of the client.
interface AgUiKnown {
  readonly messages: Iterable<string>;
  readonly calls: Iterable<string>;
  readonly results: Iterable<string>; // of the calls that have a result
  readonly texts?: ReadonlyMap<string, string>; // of messages, and arguments; default: all are complete
}

interface AnswerTerms {
  readonly mayDecide?: boolean; // default: true
  readonly editSchema?: JsonObject; // present if edits are allowed
  readonly answerSchema?: JsonObject; // of the answer to a client tool
}

declare function agUiStream(turn: AgUiTurn, options: AgUiStreamOptions): Observable<AgUiMessage>; // { data: AgUiEvent }
// #endregion

export type Checked = [
  Agrees<Same<AgUiPerson, RealPerson>>,
  Agrees<Same<AgUiAgent, RealAgent>>,
  Agrees<Same<AgUiTurn, RealTurn>>,
  Agrees<Same<AgUiStreamOptions, RealOptions>>,
  Agrees<Same<AgUiKnown, RealKnown>>,
  Agrees<Same<AnswerTerms, RealTerms>>,
  Agrees<Same<typeof agUiStream, typeof realStream>>,
];
