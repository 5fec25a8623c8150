import type { Type } from '@nestjs/common';
import { copyJson } from '#core';
import type { JsonObject } from 'toolgate/model';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { planWhole } from '../declare/plan-whole.js';
import type { InputOf, ParametersSource } from '../types/parameters-source.js';
import { type CompiledInput, compileInput } from '../validation/compile-input.js';
import { withPlace } from '../validation/with-place.js';
import { AugmentedArgumentConsumer, type ConsumeArguments } from './augmented-argument.consumer.js';

/** The arguments to add to tools, and their consumer. */
export interface AugmentationOptions<S extends ParametersSource = ParametersSource> {
  /** The schema of the added arguments, an object: a DTO class, a Standard Schema or raw JSON Schema. */
  readonly schema: S;
  /** Receives the added arguments before the tool runs: a function, or the class of a provider. */
  readonly consume: ConsumeArguments<InputOf<S>> | Type<AugmentedArgumentConsumer<InputOf<S>>>;
  /** Whether the tool receives the added arguments too. @default false */
  readonly keep?: boolean;
}

/** Valid added arguments. */
export interface AddedArguments {
  readonly type: 'added';
  readonly input: JsonObject;
  readonly value: unknown;
}

/** The parsed options, shared by all tools. */
export interface Augmentation {
  readonly input: CompiledInput<AddedArguments>;
  readonly names: ReadonlySet<string>;
  readonly consume: ConsumeArguments<unknown> | Type<AugmentedArgumentConsumer>;
  readonly keep: boolean;
}

const LABEL = 'augmentTools({ schema })';

/**
 * Reads the options of `augmentTools()`.
 * @throws ToolDeclarationException if the schema cannot be determined or is not an object with properties, or the consumer
 * is invalid
 */
export const planAugmentation = <S extends ParametersSource>(options: AugmentationOptions<S>): Augmentation => {
  const consume = options.consume as Augmentation['consume'];
  checkConsumer(consume);
  const plan = withPlace(LABEL, () => planWhole({ parameters: options.schema }));
  const input = compileInput(LABEL, plan, (given, value): AddedArguments => {
    // The input is shown to approvers and frozen, so the consumer receives its own copy.
    return { type: 'added', input: given, value: value === given ? copyJson(given) : value };
  });
  const names = new Set(Object.keys((input.schema['properties'] as JsonObject | undefined) ?? {}));
  if (names.size === 0) {
    throw new ToolDeclarationException(
      `${LABEL}: the added arguments are not an object with properties. Pass an object schema with at least one property.`,
    );
  }
  return { input, names, consume, keep: options.keep === true };
};

/** Whether a consumer is a class and not a function. */
export const isConsumerClass = (consume: Augmentation['consume']): consume is Type<AugmentedArgumentConsumer> =>
  consume.prototype instanceof AugmentedArgumentConsumer;

const checkConsumer = (consume: unknown): void => {
  const isClass = typeof consume === 'function' && /^class\b/u.test(Function.prototype.toString.call(consume));
  if (typeof consume === 'function' && (!isClass || isConsumerClass(consume as Augmentation['consume']))) return;
  throw new ToolDeclarationException(
    'augmentTools(): `consume` must be a function, or a class that extends AugmentedArgumentConsumer. Pass one of them.',
  );
};
