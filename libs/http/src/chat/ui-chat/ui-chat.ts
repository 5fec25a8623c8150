import { Inject, Injectable, Optional } from '@nestjs/common';
import { LONGEST_TIMER_MS } from '#core';
import { ApprovalConflictException, ApprovalService } from 'toolgate/approval';
import { causeOf } from 'toolgate/chat';
import type { StreamPart } from 'toolgate/model';
import { HEARTBEAT } from '../../changes/encode-event.js';
import { EVENT_STREAM_HEADERS, EventStream, type EventStreamTimes } from '../../changes/event-stream.js';
import { HTTP_OPTIONS } from '../../options/http.constants.js';
import type { ApprovalsHttpOptions } from '../../options/http-options.js';
import { STREAM_TIMES } from '../../options/options.js';
import { logUnexpected } from '../../problem/log-unexpected.js';
import { problemOfError } from '../../problem/problem-of-error.js';
import { type PlatformRequest, rawResponse, requestOf } from '../../reply/platform.js';
import { Replies } from '../../reply/replies.js';
import { assertOwnTenant } from '../shared/assert-own-tenant.js';
import { chatBody } from '../shared/chat-body.js';
import { ChatDoor } from '../shared/chat-door.js';
import { type ChatOwner, ownConversation } from '../shared/chat-owner.js';
import { assertNoLiveTurn, endTurn, readFromStart } from '../shared/live-chat.js';
import { mayDecide } from '../shared/may-decide.js';
import { OpenStreams, SHUTTING_DOWN } from '../shared/open-streams.js';
import { savedParts } from '../shared/saved-parts.js';
import { warnWithoutMemory } from '../shared/warn-without-memory.js';
import { UI_MESSAGE_STREAM_HEADER } from '../ui-message-stream/ui-message-stream.js';
import { UiMessageEncoder } from '../ui-message-stream/ui-message-encoder.js';
import { askedAgain } from './asked-again.js';
import { readChatId } from '../shared/chat-id.js';
import { beginReading } from './begin-reading.js';
import { framesOf, type ReadTurn, sendTurn } from './chunk-stream.js';
import { decideShown } from './decide-shown.js';
import { findTurn, type FoundTurn, SHOWN_MESSAGE } from './find-turn.js';
import { turnChange } from './turn-change.js';
import type { UiChatAgent, UiChatPerson } from './ui-chat-agent.js';
import { readUiPost, type UiPost } from './ui-post.js';

const HEADERS = { ...EVENT_STREAM_HEADERS, [UI_MESSAGE_STREAM_HEADER[0]]: UI_MESSAGE_STREAM_HEADER[1] };

/**
 * Answers the stock clients of the AI SDK (`useChat`). The person of a request comes from `PrincipalResolver`, and the
 * history from the memory of the client: of what is posted, only the newest message of the user or decisions are read.
 */
@Injectable()
export class UiChat {
  private readonly streams = new Set<EventStream>();
  /** Includes those that wait for the first part of their turn. */
  private readonly open = new OpenStreams();
  private isStopping = false;
  private readonly times: EventStreamTimes;

  constructor(
    private readonly door: ChatDoor,
    // Without ToolgateModule, the module's own error must stop start-up.
    @Optional() private readonly approvals: ApprovalService,
    private readonly replies: Replies,
    @Inject(HTTP_OPTIONS) { changes }: ApprovalsHttpOptions,
  ) {
    this.times = { ...STREAM_TIMES, ...changes };
    door.onStop(() => this.stop());
  }

  /**
   * Answers `POST`: sends the newest message, regenerates the last answer, or carries out decisions and resumes the
   * turn.
   */
  post(response: object, agent: UiChatAgent): Promise<void> {
    return this.answer(response, async (request, stream) => {
      this.open.add(stream.closed);
      const { by } = await this.door.person(request);
      const post = readUiPost(chatBody(request), agent.files ?? []);
      const owner = ownerOf({ by, chat: post.chat }, agent);
      const found = await this.begin(post, agent, owner);
      const open = await this.openCalls(found, owner);
      const read = await beginReading(found, stream.signal, this.times.heartbeatMs);
      return () => this.send(response, { stream, turn: read, owner, open });
    });
  }

  /** Answers `GET …/:id/stream`: repeats the turn that waits or runs, and follows it; 204 if there is none. */
  stream(response: object, agent: UiChatAgent): Promise<void> {
    return this.answer(response, async (request, stream) => {
      this.open.add(stream.closed);
      const owner = await this.ownerOf(request, agent);
      const found = await findTurn(this.approvals, agent.client, { owner, shown: request.headers[SHOWN_MESSAGE] });
      if (!found) return () => this.replies.empty(response);
      const read = await beginReading(found, stream.signal, this.times.heartbeatMs);
      return () => this.send(response, { stream, turn: read, owner, open: [] });
    });
  }

  /**
   * Answers `GET …/:id/changes`, for an `EventSource`: sends one event when the turn that waits was decided or edited
   * elsewhere, at once if none waits, and ends.
   */
  changes(response: object, agent: UiChatAgent): Promise<void> {
    return this.answer(
      response,
      async (request, stream) => {
        const owner = await this.ownerOf(request, agent);
        return () => void this.sendChange(response, stream, owner);
      },
      // The person is identified again after this time.
      this.times.maxConnectionMs,
    );
  }

  /** Answers `DELETE …/:id`: ends the turn that runs, or cancels the one that waits (204, also if there is none). */
  abort(response: object, agent: UiChatAgent): Promise<void> {
    return this.answer(response, async (request) => {
      const owner = await this.ownerOf(request, agent);
      await endTurn(agent.client, this.approvals, owner);
      return () => this.replies.empty(response);
    });
  }

  private async begin(post: UiPost, agent: UiChatAgent, owner: ChatOwner): Promise<FoundTurn> {
    const { client } = agent;
    if (post.type === 'decisions') {
      const { runId, round: shownRound } = await decideShown(post, this.approvals, owner);
      const saved = () => savedParts(runId, this.approvals, owner);
      return { turn: client.resume(runId).stream(), saved, shownRound };
    }
    const empty = client.prompt().conversation(owner.conversation);
    if (post.type === 'regenerate') await assertNoLiveTurn(client, this.approvals, owner);
    const person = { by: owner.by, chat: post.chat };
    const prompt = agent.prompt(post.type === 'message' ? empty.user(post.content) : empty, person);
    if (!agent.conversation) await assertOwnTenant(prompt, owner.by);
    const asked = post.type === 'message' ? prompt : await askedAgain(prompt, post);
    void warnWithoutMemory(client, asked);
    return { turn: readFromStart(asked.stream().live()) };
  }

  private async openCalls({ turn, shownRound }: FoundTurn, { by }: ChatOwner): Promise<readonly string[]> {
    if (shownRound === undefined) return [];
    const { slots, round } = await this.approvals.runs.get(turn.runId, by);
    // The calls of a later round are not in the message yet.
    return round > shownRound ? [] : slots.map(({ toolCallId }) => toolCallId);
  }

  private async ownerOf(request: PlatformRequest, agent: UiChatAgent): Promise<ChatOwner> {
    const { by } = await this.door.person(request);
    return ownerOf({ by, chat: readChatId(request.params?.['id']) }, agent);
  }

  /** Every error before the first chunk is answered with problem details. */
  private async answer(
    response: object,
    act: (request: PlatformRequest, stream: EventStream) => Promise<() => void>,
    // A turn ends by itself, or by the time limit of its client.
    maxConnectionMs = LONGEST_TIMER_MS,
  ): Promise<void> {
    try {
      // Created first, so that it notices a client that leaves before the first part.
      const stream = new EventStream(rawResponse(response), { ...this.times, maxConnectionMs });
      (await act(requestOf(response), stream))();
    } catch (error) {
      const cause = causeOf(error);
      const problem = problemOfError(cause);
      logUnexpected(problem.problem, cause, 'A request to a chat');
      this.replies.problem(response, { ...problem, ...waitingIn(cause) });
    }
  }

  private async sendChange(response: object, stream: EventStream, owner: ChatOwner): Promise<void> {
    stream.open(this.replies.takeOver(response, EVENT_STREAM_HEADERS));
    try {
      // A proxy may hold the headers back until the first bytes.
      await stream.write(HEARTBEAT);
      if (await turnChange(this.approvals, owner, stream.signal)) await stream.write('data: {}\n\n');
    } catch (error) {
      logUnexpected(problemOfError(error).problem, error, 'A stream of the changes of a chat');
    } finally {
      stream.stop();
    }
  }

  // The streams that remain show turns of other processes, and turns that this process resumes.
  private async stop(): Promise<void> {
    await this.open.untilRead();
    this.isStopping = true;
    for (const stream of this.streams) endEarly(stream);
  }

  private send(response: object, { stream, turn, owner: { by }, open }: Sending): void {
    stream.open(this.replies.takeOver(response, HEADERS));
    if (this.isStopping) return endEarly(stream);
    this.streams.add(stream);
    const encoder = new UiMessageEncoder({ messageId: turn.runId, open });
    const forReader = (part: StreamPart) =>
      part.type === 'tool-approval-request'
        ? mayDecide(this.approvals, part.approvalId, by).then((may) => ({ ...part, mayDecide: may }))
        : part;
    // The route has answered; an interceptor of the application does not wait for the end of the stream.
    void sendTurn(turn, stream, { encoder, forReader }).finally(() => this.streams.delete(stream));
  }
}

/** A turn to send, and its reader. */
interface Sending {
  readonly stream: EventStream;
  readonly turn: ReadTurn;
  readonly owner: ChatOwner;
  /** The calls that an earlier stream of the message has left without a result. */
  readonly open: readonly string[];
}

const ownerOf = (person: UiChatPerson, agent: UiChatAgent): ChatOwner => ({
  by: person.by,
  conversation: agent.conversation?.(person) ?? ownConversation(person.by, person.chat),
});

// Without the error, a client would take a part of the answer for all of it.
const endEarly = (stream: EventStream): void => {
  void stream.write(framesOf([{ type: 'error', errorText: SHUTTING_DOWN }]));
  stream.stop();
};

const waitingIn = (error: unknown) =>
  error instanceof ApprovalConflictException
    ? {
        waiting: {
          runIds: error.runIds,
          approvals: error.approvals.map(({ id, toolName, toolCallId }) => ({ id, toolName, toolCallId })),
        },
      }
    : {};
