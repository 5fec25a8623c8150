import {
  chain,
  type InstanceOf,
  isPromiseLike,
  type JsonLimits,
  newInstanceOf,
  runWaiting,
  untilAborted,
  type Waiting,
} from '#core';
import { type ChatResponse, type Prompt, type ToolDefinition, toolMessage } from 'toolgate/model';
import type { ArgumentLimits } from '../contract/argument-limits.js';
import { completeArgumentLimits } from '../contract/complete-argument-limits.js';
import { completeLimits, type CompleteLimits, layLimits } from '../contract/complete-limits.js';
import type { ToolCallResultConverter } from '../contract/tool-callback.js';
import type { PreparedCall } from '../contract/prepared-call.js';
import type { Verdict } from '../contract/verdict.js';
import type { ToolCallLimits } from '../contract/tool-call-limits.js';
import type { ToolContext } from '../contract/tool-context.js';
import type { ToolExecutionExceptionProcessor } from '../contract/tool-execution-exception.processor.js';
import type { ToolGate } from '../contract/tool-gate.js';
import type { ToolInterceptor } from '../contract/tool-interceptor.js';
import { assertOffered, type ToolSet } from '../contract/tool-set.js';
import {
  type PartialToolExecution,
  ToolBatchException,
  ToolCallLimitExceededException,
  ToolException,
} from '../contract/tool.errors.js';
import { type CallCounts, TurnCounts } from '../contract/turn-counts.js';
import type { Turn } from '../contract/turn.js';
import { converterFinder } from '../results/converter-finder.js';
import { JsonToolCallResultConverter } from '../results/json-tool-call-result.converter.js';
import { maxStreamBytesOf } from '../results/read-bounds.js';
import { resultFinisher } from '../results/result-finisher.js';
import type { ToolSets } from '../selection/tool-sets.js';
import type { ToolCallingChatOptions } from '../selection/tool-source.js';
import type { VisibleTools } from '../selection/visible-tools.js';
import { applyVerdicts, type Decided } from './apply-verdicts.js';
import { detachedContext, detachedTurn } from './detached-turn.js';
import { askQuestions } from './ask-questions.js';
import { assertArguments, assertOptions, assertParts } from './assert-arguments.js';
import { emitResult } from './emit-result.js';
import { prepareSlots } from './prepare-slots.js';
import { runSavedSlot } from './run-saved-slot.js';
import { type RunSurroundings, runSlot } from './run-slot.js';
import { runSlots } from './run-slots.js';
import { batchOf, isPrepared, type PreparedSlot, resultsOf, setTextResult, type Slot, waitsInside } from './slot.js';
import { slotsOf } from './slots-of.js';
import { ToolCallingManager, type ToolExecutionResult } from './tool-calling-manager.js';
import { type LimitBreach, withinLimits } from './within-limits.js';

/** The parts of a `GatedToolCallingManager`. */
export interface GatedToolCallingManagerParts {
  readonly toolSets: ToolSets;
  readonly exceptionProcessor: ToolExecutionExceptionProcessor;
  /** Removes the tools that are hidden from a turn. Without it every tool is visible. */
  readonly visible?: VisibleTools;
  /** Decides each batch. Without it every call runs. */
  readonly gate?: ToolGate;
  /** The first interceptor is the outermost. */
  readonly interceptors?: readonly ToolInterceptor[];
  readonly limits?: ToolCallLimits;
  /** The size limits of a call's arguments. */
  readonly arguments?: ArgumentLimits;
  /** @default true */
  readonly parallelToolCalls?: boolean;
  /** Converts the results of tools without a converter of their own. @default JsonToolCallResultConverter */
  readonly converter?: ToolCallResultConverter;
  /** Returns the instance of a converter that a tool names by its class. @default a new instance */
  readonly instanceOf?: InstanceOf;
  /** The most characters of a result sent to the model. @default 100,000 */
  readonly maxResultLength?: number;
  /** The most bytes read from a stream, a file, an Observable or an iterable, and of progress. @default 33,554,432 */
  readonly maxStreamBytes?: number;
}

/**
 * Runs a batch of tool calls in two phases: every call is resolved, validated and decided before the first one runs.
 * Calls run in parallel; results are in the order of the calls.
 */
export class GatedToolCallingManager extends ToolCallingManager {
  private readonly limits: CompleteLimits;
  private readonly laidLimits = new WeakMap<ToolCallLimits, CompleteLimits>();
  private readonly argumentLimits: JsonLimits;
  private readonly maxProgressBytes: number;
  private readonly running: RunSurroundings;

  constructor(private readonly parts: GatedToolCallingManagerParts) {
    super();
    assertParts(parts);
    this.limits = completeLimits(parts.limits);
    this.argumentLimits = completeArgumentLimits(parts.arguments);
    const { converter = new JsonToolCallResultConverter(), instanceOf = newInstanceOf } = parts;
    const { maxResultLength, maxStreamBytes } = parts;
    this.maxProgressBytes = maxStreamBytesOf(parts);
    const converterOf = converterFinder(converter, instanceOf);
    const finish = resultFinisher({ converterOf, maxResultLength, maxStreamBytes });
    const { exceptionProcessor, interceptors = [] } = parts;
    this.running = { interceptors, exceptionProcessor, finish };
  }

  resolveToolDefinitions(
    options: ToolCallingChatOptions,
    context?: ToolContext,
  ): readonly ToolDefinition[] | Promise<readonly ToolDefinition[]> {
    assertOptions('resolveToolDefinitions', options);
    const tools = this.resolveTools(options, context);
    return isPromiseLike(tools) ? tools.then(({ definitions }) => definitions) : tools.definitions;
  }

  override resolveTools(options: ToolCallingChatOptions, context?: ToolContext): ToolSet | Promise<ToolSet> {
    const tools = this.findTools(options, context);
    return isPromiseLike(tools) ? tools.then(assertOffered) : assertOffered(tools);
  }

  private findTools(options: ToolCallingChatOptions, context?: ToolContext): ToolSet | Promise<ToolSet> {
    const { toolSets, visible } = this.parts;
    const set = toolSets.of(options.tools, context?.turn);
    return visible ? visible(set, context ?? detachedContext(options)) : set;
  }

  executeToolCalls(
    prompt: Prompt,
    response: ChatResponse,
    options: ToolCallingChatOptions,
    turn?: Turn,
  ): ToolExecutionResult | Promise<ToolExecutionResult> {
    return runWaiting(this.execute(prompt, response, options, turn));
  }

  private *execute(
    prompt: Prompt,
    response: ChatResponse,
    options: ToolCallingChatOptions,
    given: Turn | undefined,
  ): Waiting<ToolExecutionResult> {
    assertArguments(prompt, response, options);
    const turn = given ?? detachedTurn(prompt, options);
    const slots = slotsOf(response, turn);
    if (slots.length === 0)
      throw new ToolException('The response contains no tool calls. Check hasToolCalls(response) first.');
    const found = this.findTools(options, turn.context);
    const tools = isPromiseLike(found) ? ((yield untilAborted(found, turn.abort)) as ToolSet) : found;
    const counts = new TurnCounts(prompt.messages, turn.start, turn.spent);
    const { allowed, breach } = withinLimits(slots, counts, this.limitsOf(turn), turn.context);

    const { exceptionProcessor } = this.parts;
    const { argumentLimits: limits, maxProgressBytes } = this;
    const surroundings = { turn, tools, messages: prompt.messages, exceptionProcessor, limits, maxProgressBytes };
    const preparing = prepareSlots(allowed, surroundings);
    if (preparing) yield untilAborted(preparing, turn.abort);
    const deciding = turn.journal
      ? this.decideAndKeep(slots, allowed, turn, counts)
      : this.decide(allowed, turn, counts);
    const decided = isPromiseLike(deciding) ? ((yield untilAborted(deciding, turn.abort)) as Decided) : deciding;
    if (decided.pending.length > 0) return { type: 'pending', calls: decided.pending, batch: batchOf(slots) };

    for (const slot of slots) if (slot.result) emitResult(slot.result, turn);
    try {
      const running = this.run(decided.runnable, turn);
      if (running) yield running;
    } catch (cause) {
      throw new ToolBatchException(doneSoFar(prompt, response, slots), cause);
    }
    const waiting = decided.runnable.filter(waitsInside);
    if (waiting.length > 0) return { type: 'pending', calls: waiting.map(preparedOf), batch: batchOf(slots) };
    if (breach) {
      answerUnrun(breach, slots, turn);
      throw new ToolCallLimitExceededException(breach.message, doneSoFar(prompt, response, slots));
    }
    const returnDirect = slots.every((slot) => isReturnedDirectly(slot, tools));
    const { results, conversationHistory } = doneSoFar(prompt, response, slots);
    return { type: 'executed', results, conversationHistory, returnDirect };
  }

  private limitsOf({ limits }: Turn): CompleteLimits {
    if (!limits) return this.limits;
    // A client passes the same object in all of its turns, so each one is completed once.
    const known = this.laidLimits.get(limits) ?? completeLimits(layLimits(this.parts.limits, limits, 'limits'));
    this.laidLimits.set(limits, known);
    return known;
  }

  private decide(slots: readonly Slot[], turn: Turn, counts: CallCounts): Decided | Promise<Decided> {
    const prepared = slots.every(isPrepared) ? slots : slots.filter(isPrepared);
    const { gate, exceptionProcessor } = this.parts;
    if (prepared.length === 0) return { runnable: prepared, pending: [] };
    // Frozen, because a gate that reorders the batch would give a call the verdict of another.
    const batch = Object.freeze(prepared.map(preparedOf));
    const verdicts = gate ? gate.decide(batch, turn, counts) : prepared.map(runs);
    const asking = { turn, exceptionProcessor };
    return chain(verdicts, (all) => askQuestions(prepared, applyVerdicts(prepared, all), asking));
  }

  // The batch is saved before any of its calls runs.
  private async decideAndKeep(
    slots: readonly Slot[],
    allowed: readonly Slot[],
    turn: Turn,
    counts: CallCounts,
  ): Promise<Decided> {
    const decided = await this.decide(allowed, turn, counts);
    if (decided.pending.length > 0) return decided;
    for (const { index, result } of await turn.journal!.begin(batchOf(slots))) slots[index]!.result = result;
    return decided;
  }

  private run(slots: readonly PreparedSlot[], turn: Turn): void | Promise<void> {
    const [first] = slots;
    if (!first) return undefined;
    const runOne = turn.journal ? runSavedSlot : runSlot;
    if (slots.length === 1) return runOne(first, turn, this.running);
    return this.runSeveral(slots, turn, runOne);
  }

  private runSeveral(slots: readonly PreparedSlot[], turn: Turn, runOne: typeof runSlot): Promise<void> {
    const { parallelToolCalls = true } = this.parts;
    return runSlots(
      slots,
      (slot) => runOne(slot, turn, this.running),
      (slot) => !parallelToolCalls || slot.prepared.callback.metadata.sequential === true,
    );
  }
}

const RUN: Verdict = { type: 'run' };

const runs = (): Verdict => RUN;

const preparedOf = ({ prepared }: PreparedSlot): PreparedCall => prepared;

const doneSoFar = (prompt: Prompt, response: ChatResponse, slots: readonly Slot[]): PartialToolExecution => {
  const results = resultsOf(slots);
  return { results, conversationHistory: [...prompt.messages, response.message, toolMessage(results)] };
};

const answerUnrun = ({ message, outcome }: LimitBreach, slots: readonly Slot[], turn: Turn): void => {
  for (const slot of slots) if (!slot.result) turn.emit(setTextResult(slot, message, outcome));
};

// A call of a resumed turn may have its result already: it is not prepared again.
const isReturnedDirectly = ({ result, call }: Slot, { callbacks }: ToolSet): boolean =>
  result?.outcome.type === 'success' && callbacks.get(call.toolName)?.metadata.returnDirect === true;
