import { isPromiseLike, kindOf } from '#core';
import type { JsonObject, ToolDefinition } from 'toolgate/model';
import type { KnownOutcome } from '../contract/known-outcome.js';
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
import { checkToolOptions } from '../declare/check-tool-options.js';
import { planWhole } from '../declare/plan-whole.js';
import type { ParametersSource } from '../types/parameters-source.js';
import { type CompiledInput, compileInput } from '../validation/compile-input.js';
import { withPlace } from '../validation/with-place.js';
import { callDirectly } from './call-directly.js';
import type { FunctionToolOptions } from './function-tool-options.js';
import { offerTool } from './offer-tool.js';

/** The function that created the tool, for messages. */
type Maker = string;
type Run = (input: unknown, context: ToolContext) => unknown;

/** A function as a tool. Throws `ToolDeclarationException` if its declaration is invalid. */
export class FunctionToolCallback extends ToolCallback {
  readonly definition: ToolDefinition;
  readonly metadata: ToolMetadata;
  override readonly resultConverter: ToolCallback['resultConverter'];
  override readonly returnType: ToolCallback['returnType'];
  override reconcile?(input: JsonObject, context: ToolContext): Promise<KnownOutcome | undefined>;
  override readonly question: ToolCallback['question'];
  private readonly compiled: CompiledInput<Prepared>;
  private readonly run: Run;

  constructor(
    options: FunctionToolOptions<ParametersSource | undefined>,
    /** The function that created the tool, for messages. */
    readonly maker: Maker = 'functionTool',
  ) {
    super();
    const { run, reconcile, ...settings } = options;
    const label = functionLabel(options, maker);
    checkToolOptions(label, settings, `${maker}()`);
    const { make, ...plan } = withPlace(label, () => planWhole(options));
    this.compiled = compileInput(label, plan, (input, value) => ({
      type: 'prepared',
      input,
      value,
      beginsBody: true,
      run: (context) => this.start(make(input, '', undefined), context),
    }));
    const { definition, metadata, resultConverter, returnType, question } = offerTool(
      options.name,
      settings,
      this.compiled.schema,
    );
    this.definition = definition;
    this.metadata = metadata;
    this.resultConverter = resultConverter;
    this.returnType = returnType;
    this.question = question;
    // Bound, so that `run` may use `this` to read the options object.
    this.run = run.bind(options);
    if (reconcile) {
      this.reconcile = async (given, context) => {
        const prepared = await this.prepare(given);
        if (prepared.type === 'issues') throw new ToolInputException(options.name, prepared.issues);
        return reconcile.call(options, await make(prepared.input, '', undefined), context);
      };
    }
  }

  override prepare(input: JsonObject): Prepared | Issues | Promise<Prepared | Issues> {
    return this.compiled.prepare(input);
  }

  call(input: string, context?: ToolContext): Promise<ToolCallResult> {
    return callDirectly(this, input, context);
  }

  private start(value: unknown, context: ToolContext): RawToolResult | Promise<RawToolResult> {
    return isPromiseLike(value) ? this.startLater(value, context) : this.begin(value, context);
  }

  private async startLater(value: PromiseLike<unknown>, context: ToolContext): Promise<RawToolResult> {
    return this.begin(await value, context);
  }

  private begin(value: unknown, context: ToolContext): RawToolResult {
    // The turn may be aborted by now: no effect may begin after that. That of an agent begins with a call of its turn.
    if (this.runsTurn) context.throwIfAborted();
    else context.beginBody();
    return { type: 'raw', value: this.run(value, context) };
  }
}

const bodyName = (maker: Maker): string => (maker === 'toolCallback' ? 'call' : 'run');

const FUNCTIONS: readonly string[] = [
  'parameters',
  'inputSchema',
  'resultConverter',
  'returnType',
  'reconcile',
  'question',
];

// A function under another name, such as `execute` of other libraries.
const strayOf = (options: object, maker: Maker): string | undefined => {
  const stray = Object.entries(options).find(([key, value]) => typeof value === 'function' && !FUNCTIONS.includes(key));
  return stray ? `\`${stray[0]}\` is not an option. Rename it to \`${bodyName(maker)}\`, or pass` : undefined;
};

const functionLabel = (options: FunctionToolOptions<ParametersSource | undefined>, maker: Maker): string => {
  const { name, run, reconcile } = options;
  if (typeof name !== 'string' || !name.trim()) {
    throw new ToolDeclarationException(`${maker}() has no name. Give it one: \`${maker}({ name: 'findOrder', … })\`.`);
  }
  const label = `${maker}("${name}")`;
  if (reconcile !== undefined && typeof reconcile !== 'function') {
    throw new ToolDeclarationException(
      `${label}: \`reconcile\` must be a function, not ${kindOf(reconcile)}. Pass a function that returns the outcome of a call, or leave it out.`,
    );
  }
  if (typeof run === 'function') return label;
  const stray = strayOf(options, maker);
  throw new ToolDeclarationException(
    `${label} has nothing to run${stray ? `: ${stray}` : '. Pass'} a function: \`${bodyName(maker)}: (input, context) => …\`.`,
  );
};
