import type { Observable } from 'rxjs';
import type { ChatClient, JsonObject, StreamPart } from 'toolgate';
import type { Approver } from 'toolgate/approval';
import type { PromptBuilder } from 'toolgate/chat';
import type {
  AgUiAgent as RealAgent,
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
  readonly chat: ChatClient;
  prompt(prompt: PromptBuilder, person: AgUiPerson): PromptBuilder;
  conversation?(person: AgUiPerson): string; // default: the person's id and the threadId
}

interface AgUiTurn extends AsyncIterable<StreamPart> {
  readonly runId: string;
}

interface AgUiStreamOptions {
  readonly threadId: string;
  readonly runId: string;
  readonly knownCalls?: Iterable<string>; // calls that the stream does not show again
  terms?(approval: { readonly approvalId: string }): Promise<AnswerTerms>;
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
  Agrees<Same<AnswerTerms, RealTerms>>,
  Agrees<Same<typeof agUiStream, typeof realStream>>,
];
