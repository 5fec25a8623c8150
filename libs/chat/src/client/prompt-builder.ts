import type { ChatResponse, JsonObject } from 'toolgate/model';
import { mergeOptions } from '#model';
import type { JsonSource, ToolCallingChatOptions, ToolCallLimits, ToolSource } from 'toolgate/tool';
import { Advisor, type LastTurn } from '../contract/advisor.js';
import type { EntityOptions } from '../contract/entity-options.js';
import { CallResponseSpec } from './call-handle.js';
import type { AdvisorParams, CheckedRecord } from '../prompt/chat-client-record.js';
import { overrideDefined } from '../prompt/override-defined.js';
import { overrideLimits } from '../prompt/override-limits.js';
import { checkAdvisorParams } from '../prompt/checks/check-advisors.js';
import { checkPlainRecord } from '../prompt/checks/check-json-record.js';
import { checkMessages } from '../prompt/checks/check-message.js';
import { checkOptions } from '../prompt/checks/check-options.js';
import { checkConversation, checkRegenerate, checkSignal, checkTimeout } from '../prompt/checks/check-scalars.js';
import { checkSources } from '../prompt/checks/check-sources.js';
import { checkSystemText, checkUserText } from '../prompt/checks/check-text.js';
import { stepPlace } from '../prompt/checks/invalid-value.js';
import type { MessageInput } from '../prompt/message-input.js';
import { checkResponse } from '../prompt/checks/check-response.js';
import { overrideText, type SystemInput, type UserInput } from '../prompt/prompt-text.js';
import { StreamResponseSpec } from './stream-handle.js';
import { checkEntityOptions } from '../prompt/checks/check-entity-options.js';
import { EntityAdvisor, entityRequest } from '../structured-output/entity-request.js';
import type { TurnStarter } from '../turn/start-turn.js';

/**
 * Builds a prompt step by step, then calls or streams it: `chat.prompt(…)`. Each step returns a new builder and leaves
 * this one unchanged; `record` is the prompt so far.
 */
export class PromptBuilder {
  constructor(
    private readonly turns: TurnStarter,
    readonly record: CheckedRecord,
  ) {}

  /** Sets the system text in place of the client's default, or sets parameters of the active text. */
  system(input: SystemInput): PromptBuilder {
    return this.with({ system: overrideText(this.record.system, checkSystemText(stepPlace, input)) });
  }

  /** Sets the user text or its parts, or sets parameters of the active text; it becomes the last message. */
  user(input: UserInput): PromptBuilder {
    return this.with({ user: overrideText(this.record.user, checkUserText(stepPlace, input)) });
  }

  /** Adds messages between the system text and the user text. */
  messages(...messages: readonly (MessageInput | readonly MessageInput[])[]): PromptBuilder {
    const added = checkMessages(stepPlace, messages.flat());
    return this.with({ messages: this.record.messages ? [...this.record.messages, ...added] : added });
  }

  /** Sets the tools in place of the client's default ones; a second call adds to the first. */
  tools(...sources: readonly ToolSource[]): PromptBuilder {
    return this.with({ tools: [...(this.record.tools ?? []), ...checkSources(stepPlace, 'tools', sources)] });
  }

  /**
   * Sets the tools in place of the client's default ones and of all that earlier steps added. Without arguments, the
   * prompt has no tools.
   */
  replaceTools(...sources: readonly ToolSource[]): PromptBuilder {
    return this.with({ tools: checkSources(stepPlace, 'replaceTools', sources), addedTools: [] });
  }

  /** Adds tools to the client's default ones, or to the prompt's own. */
  addTools(...sources: readonly ToolSource[]): PromptBuilder {
    const added = checkSources(stepPlace, 'addTools', sources);
    return this.with({ addedTools: [...(this.record.addedTools ?? []), ...added] });
  }

  /** Adds plain JSON for the tools; it overrides earlier values key by key. It is never sent to the model. */
  toolContext(data: object): PromptBuilder {
    // JSON is validated when the turn starts. The compiler does not accept an interface type as a JsonObject.
    const added = { ...checkPlainRecord(stepPlace, 'toolContext', data) };
    return this.with({ toolContext: overrideDefined<JsonObject>(this.record.toolContext ?? {}, added) });
  }

  /** Adds transient data for the tools, such as tokens. It is never sent to the model and never stored. */
  transient(data: Readonly<Record<string, unknown>>): PromptBuilder {
    return this.with({ transient: { ...this.record.transient, ...checkPlainRecord(stepPlace, 'transient', data) } });
  }

  /** Sets options of the model for this prompt; they override the defaults, the tool context key by key. */
  options(options: ToolCallingChatOptions): PromptBuilder {
    const { options: before } = this.record;
    const given = checkOptions(stepPlace, options);
    const toolContext =
      before?.toolContext && given.toolContext && overrideDefined(before.toolContext, given.toolContext);
    return this.with({ options: mergeOptions(before, toolContext ? { ...given, toolContext } : given) });
  }

  /** Adds advisors for this prompt, or parameters of advisors. */
  advisors(...items: readonly (Advisor | AdvisorParams | readonly Advisor[])[]): PromptBuilder {
    let { advisors = [], advisorParams = {} } = this.record;
    for (const [index, item] of items.flat().entries()) {
      if (item instanceof Advisor) advisors = [...advisors, item];
      else advisorParams = overrideDefined(advisorParams, checkAdvisorParams(stepPlace(`advisors[${index}]`), item));
    }
    return this.with({ advisors, advisorParams });
  }

  /**
   * Requests an answer that is a value of the source, as `call().entity()` does. The validated value is a part of the
   * answer, after its text: every reader of the stream receives it, and a saved message contains it.
   */
  entity(source: JsonSource, options: EntityOptions = {}): PromptBuilder {
    return this.with({ entity: entityRequest(source, checkEntityOptions(options), { addsPart: true }).advisor });
  }

  /** Sets the conversation that this prompt belongs to. */
  conversation(id: string): PromptBuilder {
    return this.with({ conversation: checkConversation(stepPlace, id) });
  }

  /** Aborts the turn when the signal fires. */
  signal(signal: AbortSignal): PromptBuilder {
    return this.with({ signal: checkSignal(stepPlace, signal) });
  }

  /** Aborts the turn after this many milliseconds, tools and waits included; `Infinity` removes a default. */
  timeout(ms: number): PromptBuilder {
    return this.with({ timeoutMs: checkTimeout('timeout()', ms) });
  }

  /**
   * Sets limits on the tool calls of the turn; they override those of the client and of the application, name by name.
   */
  limits(limits: ToolCallLimits): PromptBuilder {
    return this.with({ limits: overrideLimits(this.record.limits, limits, 'limits()') });
  }

  /**
   * Begins the turn with an answer of the model that contains tool calls, in place of the first round. Use it after
   * `executeToolCalls()` returned `pending` in a loop of your own, so that the turn can wait for approval.
   */
  continueFrom(response: ChatResponse): PromptBuilder {
    return this.with({ continueFrom: checkResponse('continueFrom()', response) });
  }

  /**
   * Asks the last question of the conversation again. The new answer replaces the last turn in the memory; if it fails or
   * is aborted, the memory does not change. `turn` is the id of the turn, which must be the last one. The turn throws
   * `RegenerateException` otherwise.
   */
  regenerate(turn?: string): PromptBuilder {
    return this.with({ regenerate: checkRegenerate(stepPlace, turn === undefined ? {} : { turn }) });
  }

  /**
   * Returns the last turn of the conversation, as the memory of the client has it; undefined if there is none. Rejects
   * while a run of the conversation is not finished.
   */
  lastTurn(): Promise<LastTurn | undefined> {
    return this.turns.lastTurn(this.record);
  }

  /** @internal Returns whether an advisor of the prompt provides the history of its conversation. */
  hasMemory(): Promise<boolean> {
    return this.turns.hasMemory(this.record);
  }

  /** @internal Returns the tenant to which the turn of the prompt will belong. */
  tenant(): Promise<string> {
    return this.turns.tenant(this.record);
  }

  /** Returns the whole answer at once. The turn starts when it is read. */
  call(): CallResponseSpec {
    return new CallResponseSpec((added, runId) => this.turns.call(withAdvisors(this.record, added), runId));
  }

  /** Returns the answer as a stream. The turn starts when it is read. */
  stream(): StreamResponseSpec {
    const { turns, record } = this;
    return new StreamResponseSpec({
      start: ({ added, ...opening }) => turns.stream(withAdvisors(record, added), opening),
      follow: turns.follow,
    });
  }

  private with(change: CheckedRecord): PromptBuilder {
    return new PromptBuilder(this.turns, { ...this.record, ...change });
  }
}

const withAdvisors = (record: CheckedRecord, added: readonly Advisor[]): CheckedRecord => {
  const { advisors = [], entity } = record;
  // The entity of a reader replaces the entity of the prompt.
  const requested = entity && !added.some((advisor) => advisor instanceof EntityAdvisor) ? [entity] : [];
  return added.length + requested.length === 0
    ? record
    : { ...record, advisors: [...advisors, ...requested, ...added] };
};
