import { Injectable } from '@nestjs/common';
import {
  type AdvisedStream,
  Advisor,
  type AdvisorChain,
  type ChatClientRequest,
  LOWEST_PRECEDENCE,
} from 'toolgate/chat';
import type { ChatResponse } from 'toolgate/model';
import { answerContent, inputContent } from '../attributes/message-content.js';
import { observed } from './observed-stream.js';
import type { Operation } from '../telemetry/operation.js';
import { modelAttributes, settingAttributes } from '../attributes/request-attributes.js';
import { responseAttributes } from '../attributes/response-attributes.js';
import { Telemetry } from '../telemetry/telemetry.js';
import { recordAbort } from './record-abort.js';
import type { Attributes } from '../attributes/attributes.js';

/** Records each model call as `chat {model}`: one span for each round. */
@Injectable()
export class ModelSpanAdvisor extends Advisor {
  override readonly order = LOWEST_PRECEDENCE;
  override readonly passive = true;

  constructor(private readonly telemetry: Telemetry) {
    super();
  }

  advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    if (!this.telemetry.isOn) return chain.next(request);
    const common: Attributes = {
      'gen_ai.operation.name': 'chat',
      ...this.telemetry.quietly(() => modelAttributes(request)),
    };
    const operation = this.start(request, common);
    return observed(operation, () => chain.next(request), {
      began: () => {
        if (request.turn.mode === 'stream') this.recordFirstChunk(operation, common);
      },
      answered: ({ chatResponse }) => this.recordAnswer(operation, common, chatResponse),
      failed: (error) => {
        operation.failed(error);
        operation.measure('chatDuration', operation.seconds, common);
      },
      left: () => {
        recordAbort(operation, request.turn);
        operation.measure('chatDuration', operation.seconds, common);
      },
    });
  }

  private start(request: ChatClientRequest, attributes: Attributes): Operation {
    const { 'gen_ai.request.model': model } = attributes;
    const name = model === undefined ? 'chat' : `chat ${String(model)}`;
    const operation = this.telemetry.start(request.turn.context, { name, kind: 'CLIENT', attributes });
    operation.addAttributes(() => settingAttributes(request));
    if (this.telemetry.options.messageContent) {
      operation.addAttributes(() => ({
        'gen_ai.input.messages': this.telemetry.redacted(() => inputContent(request.messages)),
      }));
    }
    return operation;
  }

  private recordFirstChunk(operation: Operation, common: Attributes): void {
    const { seconds } = operation;
    operation.addAttributes(() => ({ 'gen_ai.response.time_to_first_chunk': seconds }));
    operation.measure('firstChunk', seconds, common);
  }

  private recordAnswer(operation: Operation, common: Attributes, response: ChatResponse): void {
    operation.addAttributes(() => responseAttributes(response));
    if (this.telemetry.options.messageContent) {
      operation.addAttributes(() => ({
        'gen_ai.output.messages': this.telemetry.redacted(() => answerContent(response)),
      }));
    }
    const { inputTokens, outputTokens } = response.usage;
    const model = response.metadata?.model;
    const measured = model === undefined ? common : { ...common, 'gen_ai.response.model': model };
    operation.measure('chatDuration', operation.seconds, measured);
    const count = (tokens: number | undefined, type: string): void => {
      if (tokens !== undefined) operation.measure('tokens', tokens, { ...measured, 'gen_ai.token.type': type });
    };
    count(inputTokens, 'input');
    count(outputTokens, 'output');
  }
}
