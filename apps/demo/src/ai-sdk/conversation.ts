import { isStepCount, type ModelMessage, streamText } from 'ai';
import type { GatedCalls } from 'toolgate';
import { gateAiSdkTools } from 'toolgate/ai-sdk/tools';
import type { DeskContext } from '../desk/desk-context.js';
import { OfflineSupportModel } from '../model/offline-support.model.js';
import type { DeskTools } from './desk-tools.js';
import { offlineLanguageModel } from './offline-language-model.js';

const model = offlineLanguageModel(new OfflineSupportModel());

/** What one request to `streamText` returned. */
export interface Answer {
  readonly text: string;
  /** The messages with those of the answer, as a client stores them. */
  readonly messages: readonly ModelMessage[];
  /** The approvals that the client is asked for. */
  readonly requests: readonly string[];
}

/** A conversation of a customer, whose tool calls pass the gate. */
export class Conversation {
  constructor(
    private readonly tools: DeskTools,
    private readonly gated: GatedCalls,
    private readonly of: DeskContext & { readonly conversation: string; readonly wait: 'inline' | 'client' },
  ) {}

  /** Sends messages to the model, and returns the answer after its stream has ended. */
  async send(messages: readonly ModelMessage[]): Promise<Answer> {
    const { user, tenant, conversation, wait } = this.of;
    const requester = { id: user, tenant };
    const toolContext = { user, tenant };
    const result = streamText({
      model,
      messages: [...messages],
      stopWhen: isStepCount(5),
      ...gateAiSdkTools(this.tools, this.gated, { requester, toolContext, conversation, wait }),
    });
    let text = '';
    const requests: string[] = [];
    for await (const part of result.fullStream) {
      if (part.type === 'text-delta') text += part.text;
      // The SDK itself answers the request for a call that needs no person.
      if (part.type === 'tool-approval-request' && !part.isAutomatic) requests.push(part.approvalId);
      if (part.type === 'error') throw part.error;
    }
    const answered = await result.responseMessages;
    return { text, messages: [...messages, ...answered], requests };
  }

  /** Sends the messages of an answer again, as a client does after it believes that a person has approved. */
  sendApproved({ messages, requests }: Answer): Promise<Answer> {
    const content = requests.map(
      (approvalId) => ({ type: 'tool-approval-response', approvalId, approved: true }) as const,
    );
    return this.send([...messages, { role: 'tool', content }]);
  }
}
