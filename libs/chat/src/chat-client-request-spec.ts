import type { JsonObject } from 'toolgate/model';
import type { ChatResponse } from 'toolgate/model';
import { mergeOptions } from 'toolgate/model';
import { type ToolCallingChatOptions, type ToolCallLimits, type ToolSource } from 'toolgate/tool';
import { Advisor } from './advisor.js';
import { CallResponseSpec } from './call-response-spec.js';
import type { AdvisorParams, CheckedRecord } from './chat-client-record.js';
import { layTurnLimits } from './lay-turn-limits.js';
import { checkAdvisorParams } from './check/check-advisors.js';
import { checkPlainRecord } from './check/check-json-record.js';
import { checkMessages } from './check/check-message.js';
import { checkOptions } from './check/check-options.js';
import { checkConversation, checkSignal, checkTimeout } from './check/check-scalars.js';
import { checkSources } from './check/check-sources.js';
import { checkSystemText, checkUserText } from './check/check-text.js';
import { stepPlace } from './check/refuse.js';
import type { MessageInput } from './message-input.js';
import { checkResponse } from './check/check-response.js';
import type { RunningTurn } from './running-turn.js';
import { layText, type SystemInput, type UserInput } from './template/prompt-text.js';
import { StreamResponseSpec } from './stream-response-spec.js';
import type { TurnListener } from './turn-listener.js';

/** Starts the turn of a record: a streamed one where somebody listens for its end. */
export type StartTurn = (record: CheckedRecord, listener?: TurnListener) => RunningTurn;

/** A prompt in the making. Each step gives a new one and leaves this one as it is; `record` is the whole of it. */
export class ChatClientRequestSpec {
  constructor(
    private readonly start: StartTurn,
    readonly record: CheckedRecord,
  ) {}

  /** The system text, in place of the client's default; or values for the parameters of the one in force. */
  system(input: SystemInput): ChatClientRequestSpec {
    return this.with({ system: layText(this.record.system, checkSystemText(stepPlace, input)) });
  }

  /** The user text, its parts, or values for the parameters of the one in force; it is the last message. */
  user(input: UserInput): ChatClientRequestSpec {
    return this.with({ user: layText(this.record.user, checkUserText(stepPlace, input)) });
  }

  /** More messages, between the system text and the user text. */
  messages(...messages: readonly (MessageInput | readonly MessageInput[])[]): ChatClientRequestSpec {
    const added = checkMessages(stepPlace, messages.flat());
    return this.with({ messages: this.record.messages ? [...this.record.messages, ...added] : added });
  }

  /** Tools in place of the client's default ones; a second call adds to the first. */
  tools(...sources: readonly ToolSource[]): ChatClientRequestSpec {
    return this.with({ tools: [...(this.record.tools ?? []), ...checkSources(stepPlace, 'tools', sources)] });
  }

  /** Tools in place of the client's default ones and of all that earlier steps named; without any, the prompt has no tools. */
  replaceTools(...sources: readonly ToolSource[]): ChatClientRequestSpec {
    return this.with({ tools: checkSources(stepPlace, 'replaceTools', sources), addedTools: [] });
  }

  /** Tools beside the client's default ones, or beside the prompt's own. */
  addTools(...sources: readonly ToolSource[]): ChatClientRequestSpec {
    const added = checkSources(stepPlace, 'addTools', sources);
    return this.with({ addedTools: [...(this.record.addedTools ?? []), ...added] });
  }

  /** Plain JSON for the tools, laid over what was said before, key by key. Never sent to the model. */
  toolContext(data: object): ChatClientRequestSpec {
    // Checked when the turn starts: a type written as an interface is no JsonObject to the compiler.
    const added = checkPlainRecord(stepPlace, 'toolContext', data) as JsonObject;
    return this.with({ toolContext: { ...this.record.toolContext, ...added } });
  }

  /** Anything else for the tools, such as tokens. Never sent and never stored. */
  transient(data: Readonly<Record<string, unknown>>): ChatClientRequestSpec {
    return this.with({ transient: { ...this.record.transient, ...checkPlainRecord(stepPlace, 'transient', data) } });
  }

  /** Settings of the model for this prompt, laid over the defaults. */
  options(options: ToolCallingChatOptions): ChatClientRequestSpec {
    return this.with({ options: mergeOptions(this.record.options, checkOptions(stepPlace, options)) });
  }

  /** Advisors for this prompt, and parameters of advisors. */
  advisors(...items: readonly (Advisor | AdvisorParams | readonly Advisor[])[]): ChatClientRequestSpec {
    let { advisors = [], advisorParams = {} } = this.record;
    for (const [index, item] of items.flat().entries()) {
      if (item instanceof Advisor) advisors = [...advisors, item];
      else advisorParams = { ...advisorParams, ...checkAdvisorParams(stepPlace(`advisors[${index}]`), item) };
    }
    return this.with({ advisors, advisorParams });
  }

  /** The conversation this prompt belongs to. */
  conversation(id: string): ChatClientRequestSpec {
    return this.with({ conversation: checkConversation(stepPlace, id) });
  }

  /** Ends the turn when it fires. */
  signal(signal: AbortSignal): ChatClientRequestSpec {
    return this.with({ signal: checkSignal(stepPlace, signal) });
  }

  /** Ends the turn when it has taken so many milliseconds, tools and waits included; `Infinity` lifts a default. */
  timeout(ms: number): ChatClientRequestSpec {
    return this.with({ timeoutMs: checkTimeout('timeout()', ms) });
  }

  /** How much the turn may do: laid over the limits of the client and of the application, name by name. */
  limits(limits: ToolCallLimits): ChatClientRequestSpec {
    return this.with({ limits: layTurnLimits(this.record.limits, limits, 'limits()') });
  }

  /**
   * Begins the turn with an answer of the model that calls tools, in place of the first round: after a loop of your own
   * got `pending` from `executeToolCalls()`, so that the turn can wait for a person.
   */
  continueFrom(response: ChatResponse): ChatClientRequestSpec {
    return this.with({ continueFrom: checkResponse('continueFrom()', response) });
  }

  /** The whole answer at once. Nothing is sent before it is read. */
  call(): CallResponseSpec {
    return new CallResponseSpec((added) => this.start(withAdvisors(this.record, added)));
  }

  /** The answer as it is written. Nothing is sent before it is read. */
  stream(): StreamResponseSpec {
    return new StreamResponseSpec((listener, added) => this.start(withAdvisors(this.record, added), listener));
  }

  private with(change: CheckedRecord): ChatClientRequestSpec {
    return new ChatClientRequestSpec(this.start, { ...this.record, ...change });
  }
}

const withAdvisors = (record: CheckedRecord, added: readonly Advisor[]): CheckedRecord =>
  added.length === 0 ? record : { ...record, advisors: [...(record.advisors ?? []), ...added] };
