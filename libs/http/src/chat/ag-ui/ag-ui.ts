import { HttpException, Inject, Injectable, type MessageEvent, Optional } from '@nestjs/common';
import { from, type Observable } from 'rxjs';
import { ApprovalService, type Approver } from 'toolgate/approval';
import type { ChatClient, PromptBuilder } from 'toolgate/chat';
import type { StreamPart } from 'toolgate/model';
import { HTTP_OPTIONS } from '../../options/http.constants.js';
import type { ApprovalsHttpOptions } from '../../options/http-options.js';
import { CHANGES } from '../../options/options.js';
import { logUnexpected } from '../../problem/log-unexpected.js';
import { problemOfError } from '../../problem/problem-of-error.js';
import type { PlatformRequest } from '../../reply/platform.js';
import { chatBody } from '../shared/chat-body.js';
import { ChatDoor } from '../shared/chat-door.js';
import { ownConversation } from '../shared/chat-owner.js';
import { lastTurn } from '../shared/last-turn.js';
import { partsOfTranscript } from '../shared/parts-of-transcript.js';
import { PROTOCOL_VERSION } from './ag-ui-encoder.js';
import type { AgUiEvent } from './ag-ui-event.js';
import { agUiStream, type AgUiTurn, failureOf } from './ag-ui-stream.js';
import { answerTerms } from './answer-terms.js';
import { decideAnswers } from './decide-answers.js';
import { type AgUiRequest, readRunAgentInput } from './run-agent-input.js';
import { withHeartbeat } from './with-heartbeat.js';

/** The person of a run of AG-UI, and its thread. */
export interface AgUiPerson {
  readonly by: Approver;
  readonly threadId: string;
}

/** How an application answers the runs of AG-UI. */
export interface AgUiAgent {
  readonly client: ChatClient;
  /** Completes a prompt that has the message of the user and the conversation: adds tools, context, a system text. */
  prompt(prompt: PromptBuilder, person: AgUiPerson): PromptBuilder;
  /** Returns the conversation of a thread. @default one that no other person can name */
  conversation?(person: AgUiPerson): string;
  /** The media types of files that a user may send, such as `image/*`. @default none */
  readonly files?: readonly string[];
}

/** Answers the requests of AG-UI's clients. The person comes from `PrincipalResolver`, never from the body. */
@Injectable()
export class AgUi {
  constructor(
    private readonly door: ChatDoor,
    // Without ToolgateModule, the module's own error must stop start-up.
    @Optional() private readonly approvals: ApprovalService,
    @Inject(HTTP_OPTIONS) private readonly options: ApprovalsHttpOptions,
  ) {}

  /**
   * Answers one request, for `@AgUiRun()`: sends the newest message of the user, or carries out the answers to interrupts and resumes the
   * turn. Rejects with an `HttpException` if the request is not one of the protocol, or has no person.
   */
  async run(request: object, agent: AgUiAgent): Promise<Observable<MessageEvent>> {
    const { by, input } = await this.read(request as PlatformRequest, agent.files ?? []);
    const { threadId, runId, known, content } = input;
    try {
      const turn = await this.turn(input, agent, by);
      const stream = agUiStream(turn, {
        threadId,
        runId,
        known,
        terms: ({ approvalId }) => answerTerms(this.approvals, approvalId, by),
        ...(!content && { earlier: () => this.earlier(turn.runId, by) }),
      });
      const { heartbeatMs = CHANGES.heartbeatMs.default } = this.options.changes ?? {};
      return withHeartbeat(stream, heartbeatMs);
    } catch (error) {
      const events: readonly AgUiEvent[] = [
        { type: 'RUN_STARTED', threadId, runId, protocolVersion: PROTOCOL_VERSION },
        { type: 'RUN_ERROR', ...failureOf(error, 'A run of AG-UI') },
      ];
      return from(events.map((data) => ({ data })));
    }
  }

  private async earlier(runId: string, by: Approver): Promise<readonly StreamPart[]> {
    return partsOfTranscript(lastTurn(await this.approvals.runs.messages(runId, by)));
  }

  private async read(
    request: PlatformRequest,
    files: readonly string[],
  ): Promise<{ readonly by: Approver; readonly input: AgUiRequest }> {
    try {
      const { by } = await this.door.person(request);
      return { by, input: readRunAgentInput(chatBody(request), files) };
    } catch (error) {
      const problem = problemOfError(error);
      logUnexpected(problem.problem, error, 'A request of AG-UI');
      throw new HttpException(problem, problem.status);
    }
  }

  private async turn(input: AgUiRequest, { client, prompt, conversation }: AgUiAgent, by: Approver): Promise<AgUiTurn> {
    const { threadId, content, answers } = input;
    const person = { by, threadId };
    const owned = conversation ? conversation(person) : ownConversation(by, threadId);
    if (!content)
      return client.resume(await decideAnswers(answers, this.approvals, { by, conversation: owned })).stream();
    return prompt(client.prompt().user(content).conversation(owned), person).stream();
  }
}
