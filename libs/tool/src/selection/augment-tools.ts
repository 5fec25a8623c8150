import { type InstanceOf, kindOf } from '#core';
import {
  type Augmentation,
  type AugmentationOptions,
  isConsumerClass,
  planAugmentation,
} from '../callbacks/augmentation.js';
import { AugmentedToolCallback } from '../callbacks/augmented-tool-callback.js';
import type { ToolCallback } from '../contract/tool-callback.js';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import type { ToolSet } from '../contract/tool-set.js';
import type { ParametersSource } from '../types/parameters-source.js';
import { ToolSelection } from './tool-selection.js';

/** A source for `tools()`: tools with added arguments, created by `augmentTools()`. */
export class AugmentedTools<Source = unknown> {
  constructor(
    readonly sources: readonly Source[],
    private readonly augmentation: Augmentation,
    private readonly known: Known = { callbacks: new WeakMap(), sets: new WeakMap() },
  ) {}

  /** Returns a copy that adds the same arguments to other tools. */
  withSources(sources: readonly Source[]): AugmentedTools<Source> {
    return new AugmentedTools(sources, this.augmentation, this.known);
  }

  /** Returns the tools of a set with the added arguments; the same objects each time. */
  selectionOf(set: ToolSet, instanceOf: InstanceOf): ToolSelection {
    const { sets, callbacks } = this.known;
    const known = sets.get(set);
    if (known) return known;
    // Several applications may share the tools, but each has its own consumer.
    const own = callbacks.get(instanceOf) ?? new WeakMap<ToolCallback, ToolCallback>();
    callbacks.set(instanceOf, own);
    const augmented = [...set.callbacks.values()].map((callback) => {
      const made = own.get(callback) ?? augmentCallback(callback, this.augmentation, instanceOf);
      own.set(callback, made);
      return made;
    });
    const selection = new ToolSelection(augmented);
    sets.set(set, selection);
    return selection;
  }
}

interface Known {
  readonly callbacks: WeakMap<InstanceOf, WeakMap<ToolCallback, ToolCallback>>;
  readonly sets: WeakMap<ToolSet, ToolSelection>;
}

const augmentCallback = (callback: ToolCallback, augmentation: Augmentation, instanceOf: InstanceOf): ToolCallback => {
  const { consume } = augmentation;
  if (!isConsumerClass(consume)) return new AugmentedToolCallback(callback, augmentation, consume);
  const consumer = instanceOf(consume);
  return new AugmentedToolCallback(callback, augmentation, (event, context) => consumer.consume(event, context));
};

// The parameter type is not `Source | readonly Source[]`, because a class with a method such as `find` would be inferred
// as a list.
type OneOf<Sources> = Sources extends readonly (infer Source)[] ? Source : Sources;

/**
 * Adds arguments to tools, such as the model's reason for a call. `consume` receives them before the tool runs; the tool
 * does not. Accepts every source of `.tools()`, which also accepts the returned value.
 * @throws ToolDeclarationException if a source is missing, or if the schema is not an object with properties
 */
export const augmentTools = <Sources, const S extends ParametersSource>(
  sources: Sources,
  options: AugmentationOptions<S>,
): AugmentedTools<OneOf<Sources>> => {
  const all = (Array.isArray(sources) ? sources : [sources]) as readonly OneOf<Sources>[];
  for (const source of all) {
    if (source === undefined || source === null)
      throw new ToolDeclarationException(
        `augmentTools() received ${kindOf(source)}. Pass a class, an instance, a callback or a name.`,
      );
  }
  return new AugmentedTools(all, planAugmentation(options));
};
