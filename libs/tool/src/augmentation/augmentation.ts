import type { Type } from '@nestjs/common';
import type { JsonObject } from 'toolgate/model';
import { type CompiledInput, compileInput } from '../declaration/compile-input.js';
import { copyJson } from '../declaration/copy-json.js';
import { inArgumentsOf } from '../declaration/in-arguments-of.js';
import { planWhole } from '../declaration/plan-whole.js';
import type { InputOf, ParametersSource } from '../declaration/input-of.js';
import { ToolDeclarationException } from '../tool.errors.js';
import { AugmentedArgumentConsumer, type ConsumeArguments } from './augmented-argument.consumer.js';

/** What is added to the arguments of tools, and who gets it. */
export interface AugmentationOptions<S extends ParametersSource = ParametersSource> {
  /** The added arguments: a DTO class, a Standard Schema or raw JSON Schema; an object. */
  readonly schema: S;
  /** Gets them before the tool runs: a function, or a class that Nest provides. */
  readonly consume: ConsumeArguments<InputOf<S>> | Type<AugmentedArgumentConsumer<InputOf<S>>>;
  /** Hands them to the tool too. @default false */
  readonly keep?: boolean;
}

/** Added arguments that were found good. */
export interface AddedArguments {
  readonly type: 'added';
  readonly input: JsonObject;
  readonly value: unknown;
}

/** What is added, read once for all tools. */
export interface Augmentation {
  readonly input: CompiledInput<AddedArguments>;
  readonly names: ReadonlySet<string>;
  readonly consume: ConsumeArguments<unknown> | Type<AugmentedArgumentConsumer>;
  readonly keep: boolean;
}

const LABEL = 'augmentTools({ schema })';

/**
 * Reads what is to be added.
 * @throws ToolDeclarationException if its schema cannot be known, or is no object with properties, or nobody gets it
 */
export const planAugmentation = <S extends ParametersSource>(options: AugmentationOptions<S>): Augmentation => {
  const consume = options.consume as Augmentation['consume'];
  checkConsumer(consume);
  const plan = inArgumentsOf(LABEL, () => planWhole({ parameters: options.schema }));
  const input = compileInput(LABEL, plan, (given, value): AddedArguments => {
    // The input is shown and frozen; what the consumer gets is its own.
    return { type: 'added', input: given, value: value === given ? copyJson(given) : value };
  });
  const names = new Set(Object.keys((input.schema['properties'] as JsonObject | undefined) ?? {}));
  if (names.size === 0) {
    throw new ToolDeclarationException(`${LABEL}: the added arguments are no object with properties.`);
  }
  return { input, names, consume, keep: options.keep === true };
};

/** Tells a consumer's class from a function. */
export const isConsumerClass = (consume: Augmentation['consume']): consume is Type<AugmentedArgumentConsumer> =>
  (consume.prototype as unknown) instanceof AugmentedArgumentConsumer;

const checkConsumer = (consume: unknown): void => {
  const isClass = typeof consume === 'function' && /^class\b/u.test(Function.prototype.toString.call(consume));
  if (typeof consume === 'function' && (!isClass || isConsumerClass(consume as Augmentation['consume']))) return;
  throw new ToolDeclarationException(
    'augmentTools({ consume }) is given nobody to take the arguments: give a function, or a class that extends AugmentedArgumentConsumer.',
  );
};
