import type { InstanceOf } from '../seam/provider-instances.js';
import { ToolSelection } from '../selection/tool-selection.js';
import type { ToolCallback } from '../tool-callback.js';
import type { ToolSet } from '../tool-set.js';
import type { ParametersSource } from '../declaration/input-of.js';
import { type Augmentation, type AugmentationOptions, isConsumerClass, planAugmentation } from './augmentation.js';
import { AugmentedToolCallback } from './augmented-tool-callback.js';

/** Stands for tools with added arguments, where tools are named; `augmentTools` makes one. */
export class AugmentedTools<Source = unknown> {
  constructor(
    readonly sources: readonly Source[],
    private readonly augmentation: Augmentation,
    private readonly known: Known = { callbacks: new WeakMap(), sets: new WeakMap() },
  ) {}

  /** The same arguments, added to other tools. */
  withSources(sources: readonly Source[]): AugmentedTools<Source> {
    return new AugmentedTools(sources, this.augmentation, this.known);
  }

  /** The tools of a set with the added arguments; the same ones each time. */
  selectionOf(set: ToolSet, instanceOf: InstanceOf): ToolSelection {
    const { sets, callbacks } = this.known;
    const known = sets.get(set);
    if (known) return known;
    // Several applications may share the tools, and each has a consumer of its own.
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

// Not a parameter of `Source | readonly Source[]`: a class with a method that lists have too, such as `find`, is read as a
// list that is not one.
type OneOf<Sources> = Sources extends readonly (infer Source)[] ? Source : Sources;

/**
 * Asks the model for more than the tools' own arguments, such as its reasons: the added ones go to `consume` before the
 * tool runs, and the tool does not see them. Sources are all that `.tools()` takes; it takes the outcome as well.
 * @throws ToolDeclarationException if the schema is no object with properties
 */
export const augmentTools = <Sources, const S extends ParametersSource>(
  sources: Sources,
  options: AugmentationOptions<S>,
): AugmentedTools<OneOf<Sources>> =>
  new AugmentedTools(
    (Array.isArray(sources) ? sources : [sources]) as readonly OneOf<Sources>[],
    planAugmentation(options),
  );
