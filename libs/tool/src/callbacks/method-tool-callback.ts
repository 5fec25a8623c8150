import { isPromiseLike } from '#core';
import type { JsonObject, ToolDefinition } from 'toolgate/model';
import { callMethod } from '../contract/call-method.js';
import type { KnownOutcome } from '../contract/known-outcome.js';
import { callPermitted } from '../contract/permitted-call.js';
import { noteReturn } from '../contract/returned-value.js';
import {
  type Issues,
  type Prepared,
  type RawToolResult,
  ToolCallback,
  type ToolCallResult,
} from '../contract/tool-callback.js';
import type { ToolContext } from '../contract/tool-context.js';
import type { ToolMetadata } from '../contract/tool-metadata.js';
import { ToolDeclarationException, ToolInputException } from '../contract/tool.errors.js';
import type { ToolPipeline } from '../pipeline/tool-pipeline.js';
import { callDirectly } from './call-directly.js';
import type { MethodPlan, PreparedArguments } from './plan-method.js';

/** The object on which a tool's method is called: an existing instance, or one created for each turn. */
export type ToolTarget =
  | { readonly type: 'instance'; readonly instance: object }
  | { readonly type: 'scoped'; readonly forTurn: (context: ToolContext) => object | Promise<object> };

/** A method with `@Tool()` as a tool. */
export class MethodToolCallback extends ToolCallback {
  readonly definition: ToolDefinition;
  readonly metadata: ToolMetadata;
  override readonly resultConverter: ToolCallback['resultConverter'];
  override readonly returnType: ToolCallback['returnType'];
  override readonly question: ToolCallback['question'];
  /** Whether each call of the method passes a gate. */
  readonly isGuarded: boolean;
  override reconcile?(input: JsonObject, context: ToolContext): Promise<KnownOutcome | undefined>;

  /**
   * @param pipeline the guards, pipes, interceptors and filters around the method; only Nest can create one
   * @throws ToolDeclarationException if the method needs a pipeline and none is passed
   */
  constructor(
    private readonly plan: MethodPlan,
    private readonly target: ToolTarget,
    private readonly pipeline?: ToolPipeline,
  ) {
    super();
    if (!pipeline) refuseUnrun(plan);
    this.definition = plan.definition;
    this.metadata = plan.metadata;
    this.resultConverter = plan.resultConverter;
    this.returnType = plan.returnType;
    this.isGuarded = plan.guard !== undefined;
    const { question } = plan;
    // The question may use the services of the tool's class.
    this.question =
      question && (async (input, context) => question.call(await this.instanceFor(context), input, context));
    const { reconcile } = plan;
    if (reconcile !== undefined) this.reconcile = (input, context) => this.findOut(reconcile, input, context);
  }

  /** The name of the method. */
  get method(): string {
    return this.plan.methodName;
  }

  override prepare(input: JsonObject): Prepared | Issues | Promise<Prepared | Issues> {
    const planned = this.plan.prepare(input);
    return isPromiseLike(planned) ? this.prepareLater(planned) : this.toPrepared(planned);
  }

  private async prepareLater(planned: PromiseLike<PreparedArguments | Issues>): Promise<Prepared | Issues> {
    return this.toPrepared(await planned);
  }

  call(input: string, context?: ToolContext): Promise<ToolCallResult> {
    return callDirectly(this, input, context);
  }

  /**
   * Returns the input that a direct call of the method states with its arguments.
   * @throws ToolInputException if JSON cannot carry them
   */
  inputOf(args: readonly unknown[]): JsonObject {
    const read = this.plan.readArguments(args);
    if (read.type === 'input') return read.input;
    throw new ToolInputException(this.definition.name, read.issues);
  }

  private toPrepared(planned: PreparedArguments | Issues): Prepared | Issues {
    if (planned.type === 'issues') return planned;
    return new PreparedMethod(this, planned);
  }

  /** @internal */
  run(planned: PreparedArguments, context: ToolContext): RawToolResult | Promise<RawToolResult> {
    return this.isGuarded ? this.runGuarded(planned, context) : this.runBody(planned, context);
  }

  private async runGuarded(planned: PreparedArguments, context: ToolContext): Promise<RawToolResult> {
    try {
      const value: unknown = await (await this.runBody(planned, context)).value;
      noteReturn(context, { type: 'returned', value });
      return { type: 'raw', value };
    } catch (error) {
      noteReturn(context, { type: 'threw', error });
      throw error;
    }
  }

  private runBody(planned: PreparedArguments, context: ToolContext): RawToolResult | Promise<RawToolResult> {
    if (this.pipeline) return this.runThrough(this.pipeline, planned, context);
    const args = planned.makeArguments(context);
    if (this.target.type === 'scoped' || isPromiseLike(args)) return this.runLater(args, context);
    return this.invoke(this.target.instance, args, context);
  }

  private async runThrough(
    pipeline: ToolPipeline,
    planned: PreparedArguments,
    context: ToolContext,
  ): Promise<RawToolResult> {
    const { input } = planned;
    const makeArguments = () => planned.makeArguments(context);
    return { type: 'raw', value: await pipeline({ tool: this, context, input, makeArguments }) };
  }

  private async runLater(args: unknown[] | PromiseLike<unknown[]>, context: ToolContext): Promise<RawToolResult> {
    const instance = await this.instanceFor(context);
    const ready = await args;
    return this.invoke(instance, ready, context);
  }

  private async findOut(method: string, input: JsonObject, context: ToolContext): Promise<KnownOutcome | undefined> {
    const planned = await this.plan.prepare(input);
    if (planned.type === 'issues') throw new ToolInputException(this.definition.name, planned.issues);
    const args = await planned.makeArguments(context);
    // Only a pipeline can supply the parameters of the application's decorators, and none runs here.
    for (const { index, givenBy } of this.plan.pipeline.parameters)
      if (givenBy === 'application') args[index] = undefined;
    const instance = await this.instanceFor(context);
    return callMethod(instance, method, args) as Promise<KnownOutcome | undefined>;
  }

  private instanceFor(context: ToolContext): object | Promise<object> {
    return this.target.type === 'scoped' ? this.target.forTurn(context) : this.target.instance;
  }

  private invoke(instance: object, args: unknown[], context: ToolContext): RawToolResult {
    // The turn may be aborted by now: no effect may begin after that.
    context.beginBody();
    const { guard } = this.plan;
    if (guard) return { type: 'raw', value: callPermitted({ guard, target: instance, args }, context) };
    return { type: 'raw', value: callMethod(instance, this.plan.methodName, args) };
  }
}

class PreparedMethod implements Prepared {
  readonly type = 'prepared';
  readonly beginsBody = true;
  readonly input: JsonObject;
  readonly value: unknown;

  constructor(
    private readonly callback: MethodToolCallback,
    private readonly planned: PreparedArguments,
  ) {
    this.input = planned.input;
    this.value = planned.value;
  }

  run(context: ToolContext): RawToolResult | Promise<RawToolResult> {
    return this.callback.run(this.planned, context);
  }
}

const refuseUnrun = ({ pipeline: { label, attached } }: MethodPlan): void => {
  if (attached.length === 0) return;
  throw new ToolDeclarationException(
    `${label} has ${attached.join(' and ')}, which only Nest can run. Add its class to the providers of a module, and pass the class to tools().`,
  );
};
