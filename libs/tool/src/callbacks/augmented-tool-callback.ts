import { chain, isPromiseLike } from '#core';
import type { JsonObject, ToolDefinition } from 'toolgate/model';
import type { KnownOutcome } from '../contract/known-outcome.js';
import { type Issues, type Prepared, ToolCallback, type ToolCallResult } from '../contract/tool-callback.js';
import type { ToolContext } from '../contract/tool-context.js';
import type { ToolMetadata } from '../contract/tool-metadata.js';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { withPlace } from '../validation/with-place.js';
import { augmentInputSchema } from './augment-input-schema.js';
import type { AddedArguments, Augmentation } from './augmentation.js';
import type { ConsumeArguments } from './augmented-argument.consumer.js';
import { callDirectly } from './call-directly.js';
import { prepareInput } from './prepare-call.js';

/** A tool with added arguments: a consumer receives those, and the tool receives its own. */
export class AugmentedToolCallback extends ToolCallback {
  readonly definition: ToolDefinition;
  readonly metadata: ToolMetadata;
  override readonly resultConverter: ToolCallback['resultConverter'];
  override readonly returnType: ToolCallback['returnType'];
  override readonly question: ToolCallback['question'];
  override readonly runsTurn: ToolCallback['runsTurn'];
  override reconcile?(input: JsonObject, context: ToolContext): Promise<KnownOutcome | undefined>;

  constructor(
    private readonly inner: ToolCallback,
    private readonly augmentation: Augmentation,
    private readonly consume: ConsumeArguments<unknown>,
  ) {
    super();
    assertHasBody(inner);
    // Examples without the added arguments would be invalid.
    const { inputExamples: _, ...definition } = inner.definition;
    const { metadata, resultConverter, returnType, question, reconcile, runsTurn } = inner;
    const inputSchema = withPlace(`augmentTools(), "${definition.name}"`, () =>
      augmentInputSchema(definition.inputSchema, augmentation.input.schema),
    );
    this.definition = Object.freeze({ ...definition, inputSchema });
    this.metadata = metadata;
    this.resultConverter = resultConverter;
    this.returnType = returnType;
    this.runsTurn = runsTurn;
    const { names, keep } = augmentation;
    // The tool asks, and reports an unknown outcome, about the arguments that it receives.
    const received = (input: JsonObject): JsonObject => (keep ? input : part(input, (name) => !names.has(name)));
    this.question = question && ((input, context) => question.call(inner, received(input), context));
    if (reconcile) this.reconcile = (input, context) => reconcile.call(inner, received(input), context);
  }

  override prepare(given: JsonObject): Prepared | Issues | Promise<Prepared | Issues> {
    const { names, keep, input } = this.augmentation;
    const own = part(given, (name) => !names.has(name));
    const added = part(given, (name) => names.has(name));
    return chain(input.prepare(added), (checked) => {
      // Only validated arguments are passed on, so that the tool receives nothing that approvers did not see.
      const kept = keep && checked.type === 'added' ? { ...own, ...checked.input } : own;
      return chain(prepareInput(this.inner, kept), (prepared) => this.join(prepared, checked));
    });
  }

  call(input: string, context?: ToolContext): Promise<ToolCallResult> {
    return callDirectly(this, input, context);
  }

  private join(prepared: Prepared | Issues, added: AddedArguments | Issues): Prepared | Issues {
    const issues = [prepared, added].flatMap((one) => (one.type === 'issues' ? one.issues : []));
    if (prepared.type === 'issues' || added.type === 'issues') return { type: 'issues', issues };
    // Gate and approvers see both as one input.
    const input = { ...prepared.input, ...added.input };
    const { value, beginsBody } = prepared;
    return { type: 'prepared', input, value, beginsBody, run: (context) => this.run(prepared, added, context) };
  }

  private run(prepared: Prepared, added: AddedArguments, context: ToolContext): ReturnType<Prepared['run']> {
    const rawInput = JSON.stringify({ ...prepared.input, ...added.input });
    const event = { toolDefinition: this.definition, rawInput, arguments: added.value };
    // The consumer may have an effect too.
    context.throwIfAborted();
    const consumed = this.consume(event, context);
    if (!isPromiseLike(consumed)) return prepared.run(context);
    return Promise.resolve(consumed).then(() => {
      // The turn may be aborted by now: no effect may begin after that.
      context.throwIfAborted();
      return prepared.run(context);
    });
  }
}

// The consumer would never run.
const assertHasBody = ({ clientAnswer, definition: { name, provider } }: ToolCallback): void => {
  const why = clientAnswer ? 'is a client tool, which has no body' : provider && "runs at the model's provider";
  if (why === undefined) return;
  throw new ToolDeclarationException(
    `augmentTools(): "${name}" ${why}, so no arguments can be added to it. Leave it out.`,
  );
};

const part = (input: JsonObject, belongs: (name: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(input).filter(([name]) => belongs(name)));
