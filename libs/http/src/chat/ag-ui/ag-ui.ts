import { Inject, Injectable, type MessageEvent, Optional } from '@nestjs/common';
import { from, type Observable } from 'rxjs';
import { ApprovalService, type Approver } from 'toolgate/approval';
import type { ChatClient, FollowedTurn, PromptBuilder } from 'toolgate/chat';
import type { StreamPart } from 'toolgate/model';
import { HTTP_OPTIONS } from '../../options/http.constants.js';
import type { ApprovalsHttpOptions } from '../../options/http-options.js';
import { STREAM_TIMES } from '../../options/options.js';
import { logUnexpected } from '../../problem/log-unexpected.js';
import { ProblemHttpException } from '../../problem/problem-http.exception.js';
import { problemOfError } from '../../problem/problem-of-error.js';
import { type PlatformRequest, rawRequest } from '../../reply/platform.js';
import { assertOwnTenant } from '../shared/assert-own-tenant.js';
import { chatBody } from '../shared/chat-body.js';
import { ChatDoor } from '../shared/chat-door.js';
import { type ChatOwner, openRun, ownConversation } from '../shared/chat-owner.js';
import {
  asRequester,
  assertNoLiveTurn,
  endTurn,
  liveTurn,
  readFromStart,
  type ShownError,
} from '../shared/live-chat.js';
import { ownConflict } from '../shared/own-conflict.js';
import { savedParts, savedPartsOfOwn } from '../shared/saved-parts.js';
import { warnWithoutMemory } from '../shared/warn-without-memory.js';
import { PROTOCOL_VERSION } from './ag-ui-encoder.js';
import type { AgUiKnown } from './ag-ui-known.js';
import type { AgUiEvent } from './ag-ui-event.js';
import { agUiStream, type AgUiTurn, failureOf } from './ag-ui-stream.js';
import { decideAnswers } from './decide-answers.js';
import { type AgUiRequest, readRunAgentInput, readThreadId } from './run-agent-input.js';
import { RunReaders } from './run-readers.js';
import { mayDecide } from '../shared/may-decide.js';
import type { AnswerTerms } from './interrupt.js';

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
  private readonly readers: RunReaders;

  constructor(
    private readonly door: ChatDoor,
    // Without ToolgateModule, the module's own error must stop start-up.
    @Optional() private readonly approvals: ApprovalService,
    @Inject(HTTP_OPTIONS) { changes }: ApprovalsHttpOptions,
  ) {
    this.readers = new RunReaders({ ...STREAM_TIMES, ...changes });
    door.onStop(() => this.readers.stop());
  }

  /**
   * Answers one request, for `@AgUiRun()`: sends the newest message of the user, or carries out the answers to interrupts
   * and resumes the turn. A request with nothing new reads the turn that runs, waits or has just ended. A client that
   * leaves only detaches. Rejects with an `HttpException` if the request is not one of the protocol, or has no person.
   */
  async run(request: object, agent: AgUiAgent): Promise<Observable<MessageEvent>> {
    const { by, input } = await this.read(request as PlatformRequest, agent.files ?? []);
    const { threadId, runId } = input;
    try {
      const { turn, known, isPartOfTurn } = await this.turn(input, agent, by);
      const stream = agUiStream(turn, {
        threadId,
        runId,
        known,
        terms: ({ approvalId }) => answerTerms(this.approvals, approvalId, by),
        ...(isPartOfTurn && { earlier: () => savedParts(turn.runId, this.approvals, { by }) }),
      });
      return this.readers.attach(rawRequest(request as PlatformRequest), stream);
    } catch (error) {
      const events: readonly AgUiEvent[] = [
        { type: 'RUN_STARTED', threadId, runId, protocolVersion: PROTOCOL_VERSION },
        { type: 'RUN_ERROR', ...failureOf(error, 'A run of AG-UI') },
      ];
      return from(events.map((data) => ({ data })));
    }
  }

  /** Ends the turn of a thread that runs, or cancels the one that waits; does nothing if there is none. */
  async abort(request: object, threadId: string, agent: AgUiAgent): Promise<void> {
    await this.asProblem(async () => {
      const { by } = await this.door.person(request as PlatformRequest);
      const person = { by, threadId: readThreadId(threadId) };
      await endTurn(agent.client, this.approvals, ownerOf(person, agent));
    });
  }

  private async read(
    request: PlatformRequest,
    files: readonly string[],
  ): Promise<{ readonly by: Approver; readonly input: AgUiRequest }> {
    return this.asProblem(async () => {
      const { by } = await this.door.person(request);
      return { by, input: readRunAgentInput(chatBody(request), files) };
    });
  }

  private async asProblem<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      const problem = problemOfError(error);
      logUnexpected(problem.problem, error, 'A request of AG-UI');
      throw new ProblemHttpException(problem);
    }
  }

  private async turn(input: AgUiRequest, agent: AgUiAgent, by: Approver): Promise<ShownTurn> {
    const { client } = agent;
    const { threadId, content, answers } = input;
    const person = { by, threadId };
    const owner = ownerOf(person, agent);
    if (answers.length > 0) return resumed(client, await decideAnswers(answers, this.approvals, owner), input);
    if (!content) return this.found(input, client, owner);
    await assertNoLiveTurn(client, this.approvals, owner);
    const asked = agent.prompt(client.prompt().user(content).conversation(owner.conversation), person);
    if (!agent.conversation) await assertOwnTenant(asked, by);
    void warnWithoutMemory(client, asked);
    return live(asked.stream().live(), input, (error) => ownConflict(error, this.approvals, owner));
  }

  /** The turn of the thread that waits, is resumed or runs, or the one that the client has read in part. */
  private async found(input: AgUiRequest, client: ChatClient, owner: ChatOwner): Promise<ShownTurn> {
    const run = await openRun(this.approvals, owner);
    if (run) return resumed(client, run.id, input);
    const running = await liveTurn(client, owner);
    return running ? live(running, input) : this.ended(input, client, owner);
  }

  // The id of a message names a turn and proves nothing: the turn must be one of this thread.
  private async ended(input: AgUiRequest, client: ChatClient, owner: ChatOwner): Promise<ShownTurn> {
    const { lastTurn: last, runId, known } = input;
    if (last !== undefined) {
      // The log of a turn that was canceled while it waited does not contain its end.
      if (await savedPartsOfOwn(last, this.approvals, owner)) return resumed(client, last, input);
      const turn = await client.follow(last, asRequester(owner.by));
      if (turn?.conversation === owner.conversation) return live(turn, input);
    }
    return { turn: { runId, [Symbol.asyncIterator]: nothing }, known };
  }
}

/** The turn that a run of AG-UI shows. */
interface ShownTurn {
  readonly turn: AgUiTurn;
  readonly known: AgUiKnown;
  /** Whether the stream may begin in the middle of the turn. */
  readonly isPartOfTurn?: boolean;
}

const live = (turn: FollowedTurn, { known }: AgUiRequest, shown?: ShownError): ShownTurn => ({
  turn: readFromStart(turn, shown),
  known,
});

const resumed = (client: ChatClient, runId: string, { known }: AgUiRequest): ShownTurn => ({
  turn: client.resume(runId).stream(),
  known,
  isPartOfTurn: true,
});

async function* nothing(): AsyncGenerator<StreamPart, void, void> {}

const ownerOf = (person: AgUiPerson, agent: AgUiAgent): ChatOwner => ({
  by: person.by,
  conversation: agent.conversation?.(person) ?? ownConversation(person.by, person.threadId),
});

/** Returns what a person may answer to a waiting call. */
const answerTerms = async (approvals: ApprovalService, id: string, by: Approver): Promise<AnswerTerms> => {
  const [{ requirement, inputSchema = {}, answerSchema }, isEligible] = await Promise.all([
    approvals.get(id, by),
    mayDecide(approvals, id, by),
  ]);
  return {
    mayDecide: isEligible,
    ...(requirement.allowEdit && { editSchema: inputSchema }),
    ...(answerSchema && { answerSchema }),
  };
};
