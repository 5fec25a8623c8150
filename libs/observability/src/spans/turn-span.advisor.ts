import { Injectable } from '@nestjs/common';
import { TURN_WATCH } from '#chat';
import {
  type AdvisedStream,
  Advisor,
  type AdvisorChain,
  type ChatClientRequest,
  type ChatTurn,
  type DurableTurn,
  HIGHEST_PRECEDENCE,
} from 'toolgate/chat';
import type { ChatResponse } from 'toolgate/model';
import { InnerRunPendingException } from 'toolgate/tool';
import { callsNotRun } from './calls-not-run.js';
import { conversationAttributes } from '../attributes/conversation-attributes.js';
import { EVENTS } from '../attributes/gen-ai.constants.js';
import { answerContent, inputContent } from '../attributes/message-content.js';
import { observed } from './observed-stream.js';
import type { Operation } from '../telemetry/operation.js';
import { modelAttributes } from '../attributes/request-attributes.js';
import { responseAttributes } from '../attributes/response-attributes.js';
import { Telemetry } from '../telemetry/telemetry.js';
import { recordAbort } from './record-abort.js';
import { saveTrace, savedTrace } from './trace-parent.js';
import { TurnSpans } from './turn-spans.js';
import type { Attributes } from '../attributes/attributes.js';

/** Records each turn as `invoke_agent {client}`, the parent of everything that happens in it. */
@Injectable()
export class TurnSpanAdvisor extends Advisor {
  override readonly order = HIGHEST_PRECEDENCE + 10;
  override readonly passive = true;

  constructor(private readonly telemetry: Telemetry) {
    super();
  }

  advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    if (!this.telemetry.isOn) return chain.next(request);
    const { turn } = request;
    const operation = this.start(request, chain);
    const spans = new TurnSpans(this.telemetry, turn, chain);
    TURN_WATCH.set(turn, spans);
    const end = (record: () => void): void => {
      spans.leave();
      const suspended = turn.durable?.suspended;
      if (suspended) this.recordSuspended(operation, suspended);
      else record();
      this.recordEnd(operation, turn);
    };
    return observed(operation, () => chain.next(request), {
      answered: ({ chatResponse }) => end(() => this.recordAnswer(operation, chatResponse)),
      failed: (error) => end(() => operation.failed(turn.abort?.aborted ? turn.abort.reason : error)),
      left: () => end(() => recordAbort(operation, turn)),
    });
  }

  private start(request: ChatClientRequest, chain: AdvisorChain): Operation {
    const { turn, messages } = request;
    const { client } = turn;
    const operation = this.telemetry.startTurn(turn.context, client, {
      name: `invoke_agent ${client}`,
      kind: 'INTERNAL',
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': client,
        ...this.telemetry.quietly(() => modelAttributes(request)),
      },
      link: savedTrace(turn),
    });
    operation.addAttributes(() => turnAttributes(turn, chain));
    if (this.telemetry.options.messageContent) {
      operation.addAttributes(() => ({
        'gen_ai.input.messages': this.telemetry.redacted(() => inputContent(messages)),
      }));
    }
    saveTrace(turn, this.telemetry.traceOf(operation.span));
    return operation;
  }

  private recordAnswer(operation: Operation, response: ChatResponse): void {
    operation.addAttributes(() => responseAttributes(response));
    if (!this.telemetry.options.messageContent) return;
    operation.addAttributes(() => ({
      'gen_ai.output.messages': this.telemetry.redacted(() => answerContent(response)),
    }));
  }

  private recordSuspended(operation: Operation, pending: NonNullable<DurableTurn['suspended']>): void {
    const isInside = pending instanceof InnerRunPendingException;
    const run: Attributes = { 'toolgate.run.id': isInside ? pending.runId : pending.suspended?.runId };
    const calls = isInside ? [] : pending.calls;
    operation.addAttributes(() => ({ ...run, 'toolgate.suspended': true }));
    for (const { call } of calls) {
      const { toolName, toolCallId } = call;
      operation.happened(EVENTS.suspended, {
        ...run,
        'gen_ai.tool.name': toolName,
        'gen_ai.tool.call.id': toolCallId,
      });
    }
  }

  private recordEnd(operation: Operation, turn: ChatTurn): void {
    operation.measure('agentDuration', operation.seconds, { 'gen_ai.agent.name': turn.client });
    if (!operation.span.isRecording()) return;
    // Calls before the suspension have already been recorded.
    const exchanges = turn.exchanges?.slice(turn.durable?.resumed?.loop.exchanges.length ?? 0) ?? [];
    for (const call of callsNotRun(exchanges)) operation.happened(EVENTS.notRun, call);
  }
}

const turnAttributes = (turn: ChatTurn, { advisors }: AdvisorChain): Attributes => {
  const { mode, durable } = turn;
  const names = advisors.filter(({ passive }) => !passive).map(({ constructor }) => constructor.name);
  return {
    'gen_ai.request.stream': mode === 'stream' || undefined,
    'toolgate.advisors': names.length > 0 ? names : undefined,
    ...conversationAttributes(turn),
    ...(durable?.resumed && { 'toolgate.resumed': true, 'toolgate.run.id': durable.resumed.id }),
  };
};
