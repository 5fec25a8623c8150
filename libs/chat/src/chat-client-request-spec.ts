import type { JsonObject, Message } from 'toolgate/model';
import { mergeOptions } from 'toolgate/model';
import { layLimits, type ToolCallingChatOptions, type ToolCallLimits, type ToolSource } from 'toolgate/tool';
import { Advisor } from './advisor.js';
import { CallResponseSpec } from './call-response-spec.js';
import type { AdvisorParams, ChatClientRecord } from './chat-client-record.js';
import { ChatClientException } from './chat.errors.js';
import type { RunningTurn } from './running-turn.js';
import { checkText, layText, type SystemInput, type UserInput } from './template/prompt-text.js';
import { StreamResponseSpec } from './stream-response-spec.js';
import { assertTimeout } from './turn-bounds.js';
import type { TurnListener } from './turn-listener.js';

/** Starts the turn of a record: a streamed one where somebody listens for its end. */
export type StartTurn = (record: ChatClientRecord, listener?: TurnListener) => RunningTurn;

/** A prompt in the making. Each step gives a new one and leaves this one as it is; `record` is the whole of it. */
export class ChatClientRequestSpec {
  constructor(
    private readonly start: StartTurn,
    readonly record: ChatClientRecord,
  ) {}

  /** The system text, in place of the client's default; or values for the parameters of the one in force. */
  system(input: SystemInput): ChatClientRequestSpec {
    return this.with({ system: layText(this.record.system, checkText('system', input)) });
  }

  /** The user text, its parts, or values for the parameters of the one in force; it is the last message. */
  user(input: UserInput): ChatClientRequestSpec {
    return this.with({ user: layText(this.record.user, checkText('user', input)) });
  }

  /** More messages, between the system text and the user text. */
  messages(...messages: readonly (Message | readonly Message[])[]): ChatClientRequestSpec {
    return this.with({ messages: [...(this.record.messages ?? []), ...messages.flat().map(checkMessage)] });
  }

  /** Tools in place of the client's default ones; a second call names more. */
  tools(...sources: readonly ToolSource[]): ChatClientRequestSpec {
    return this.with({ tools: [...(this.record.tools ?? []), ...checkedSources(sources)] });
  }

  /** Tools beside those in force. */
  addTools(...sources: readonly ToolSource[]): ChatClientRequestSpec {
    return this.with({ addedTools: [...(this.record.addedTools ?? []), ...checkedSources(sources)] });
  }

  /** Plain JSON for the tools, laid over what was said before, key by key. Never sent to the model. */
  toolContext(data: object): ChatClientRequestSpec {
    // Checked when the turn starts: a type written as an interface is no JsonObject to the compiler.
    const added = given('toolContext', data) as JsonObject;
    return this.with({ toolContext: { ...this.record.toolContext, ...added } });
  }

  /** Anything else for the tools, such as tokens. Never sent and never stored. */
  transient(data: Readonly<Record<string, unknown>>): ChatClientRequestSpec {
    return this.with({ transient: { ...this.record.transient, ...given('transient', data) } });
  }

  /** Settings of the model for this prompt, laid over the defaults. */
  options(options: ToolCallingChatOptions): ChatClientRequestSpec {
    return this.with({ options: mergeOptions(this.record.options, given('options', options)) });
  }

  /** Advisors for this prompt, and parameters of advisors. */
  advisors(...items: readonly (Advisor | AdvisorParams | readonly Advisor[])[]): ChatClientRequestSpec {
    let { advisors = [], advisorParams = {} } = this.record;
    for (const item of items.flat()) {
      if (given('advisors', item) instanceof Advisor) advisors = [...advisors, item as Advisor];
      else advisorParams = { ...advisorParams, ...paramsOf(item) };
    }
    return this.with({ advisors, advisorParams });
  }

  /** The conversation this prompt belongs to. */
  conversation(id: string): ChatClientRequestSpec {
    return this.with({ conversation: checkId(given('conversation', id)) });
  }

  /** Ends the turn when it fires. */
  signal(signal: AbortSignal): ChatClientRequestSpec {
    return this.with({ signal: given('signal', signal) });
  }

  /** Ends the turn when it has taken so many milliseconds, tools and waits included; `Infinity` lifts a default. */
  timeout(ms: number): ChatClientRequestSpec {
    return this.with({ timeoutMs: assertTimeout(given('timeout', ms)) });
  }

  /** How much the turn may do: laid over the limits of the client and of the application, name by name. */
  limits(limits: ToolCallLimits): ChatClientRequestSpec {
    return this.with({ limits: layLimits(this.record.limits, given('limits', limits), 'limits()') });
  }

  /** The whole answer at once. Nothing is sent before it is read. */
  call(): CallResponseSpec {
    return new CallResponseSpec((added) => this.start(withAdvisors(this.record, added)));
  }

  /** The answer as it is written. Nothing is sent before it is read. */
  stream(): StreamResponseSpec {
    return new StreamResponseSpec((listener, added) => this.start(withAdvisors(this.record, added), listener));
  }

  private with(change: ChatClientRecord): ChatClientRequestSpec {
    return new ChatClientRequestSpec(this.start, { ...this.record, ...change });
  }
}

const withAdvisors = (record: ChatClientRecord, added: readonly Advisor[]): ChatClientRecord =>
  added.length === 0 ? record : { ...record, advisors: [...(record.advisors ?? []), ...added] };

const given = <T>(step: string, value: T): T => {
  if (value !== undefined && value !== null) return value;
  throw new ChatClientException(`${step}() was given ${String(value)}. Leave the step out, or give it a value.`);
};

// An id may come from a request, and a list or a record would mean something to a store.
const checkId = (id: string): string => {
  if (typeof id === 'string' && id.trim() !== '') return id;
  const what =
    typeof id === 'string' ? 'an empty text' : Array.isArray(id) ? 'a list' : `a value of the type ${typeof id}`;
  throw new ChatClientException(`conversation() was given ${what}. Leave the step out, or give it a text.`);
};

const ROLES = new Set(['system', 'user', 'assistant', 'tool']);

const checkMessage = (message: Message): Message => {
  if (ROLES.has(given('messages', message).role)) return message;
  throw new ChatClientException(
    'messages() was given what is no message. Make it with userMessage(), assistantMessage() and the like.',
  );
};

const paramsOf = (item: Advisor | AdvisorParams): AdvisorParams => {
  if (typeof item === 'object' && !Array.isArray(item) && !('advise' in item)) return item;
  throw new ChatClientException(
    'advisors() takes instances of classes that extend Advisor, and records of parameters. It was given something else.',
  );
};

const checkedSources = (sources: readonly ToolSource[]): readonly ToolSource[] => {
  for (const source of sources) {
    if (Array.isArray(given('tools', source))) checkedSources(source as readonly ToolSource[]);
  }
  return sources;
};
