import type { Type } from '@nestjs/common';
import { type InstanceOf, newInstanceOf, toolsAre } from '#core';
import { callbacksOfProvider } from '../contract/callbacks-of-provider.js';
import { ToolCallbackProvider } from '../contract/tool-callback-provider.js';
import type { ToolCallbackResolver } from '../contract/tool-callback-resolver.js';
import { ToolCallback } from '../contract/tool-callback.js';
import type { ToolContext } from '../contract/tool-context.js';
import { type ToolSet, toolSetOf } from '../contract/tool-set.js';
import { ToolException } from '../contract/tool.errors.js';
import type { ToolRegistry } from '../registry/tool.registry.js';
import { findConverters } from '../results/converter-finder.js';
import { AugmentedTools } from './augment-tools.js';
import { isGlob, selectByPattern, selectByTags, TaggedTools, ToolSelection } from './tool-selection.js';
import { expandProviders, type ToolSource } from './tool-source.js';

interface Node {
  readonly next: WeakMap<object, Node>;
  set?: ToolSet;
}

/** The tools that a turn resolved last, and their sources. */
class FoundTools {
  constructor(
    readonly sources: readonly ToolSource[],
    readonly set: ToolSet,
  ) {}
}

const isCallbackClass = (source: ToolSource): source is Type<ToolCallback> =>
  typeof source === 'function' && source.prototype instanceof ToolCallback;

const isProviderClass = (source: ToolSource): source is Type<ToolCallbackProvider> =>
  typeof source === 'function' && source.prototype instanceof ToolCallbackProvider;

const EMPTY: ToolSet = { callbacks: new Map(), definitions: [] };
const MAX_NODES = 10_000;
const newNode = (): Node => ({ next: new WeakMap() });

/**
 * Creates the tool set for the sources that a request names. A known sequence of sources costs one look-up per source,
 * regardless of the number of tools: sets are cached in a tree whose steps are the sources.
 */
export class ToolSets {
  private root = newNode();
  private nodes = 0;
  private selections = new Map<string, ToolSelection>();
  private readonly provided = new WeakMap<ToolContext, Map<Type, readonly ToolCallback[]>>();

  constructor(
    private readonly resolver: ToolCallbackResolver,
    private readonly registry: ToolRegistry,
    private readonly instanceOf: InstanceOf = newInstanceOf,
  ) {}

  /**
   * Returns the tool set for the sources. Within a turn, a provider named by its class is asked once.
   * Throws `ToolException` for a source without tools, and for two tools with the same name.
   */
  of(sources: readonly ToolSource[] | undefined, turn?: ToolContext): ToolSet {
    if (!sources || sources.length === 0) return EMPTY;
    const known = turn?.foundTools;
    if (known instanceof FoundTools && known.sources === sources) return known.set;
    const set = this.find(sources, turn);
    if (turn) turn.foundTools = new FoundTools(sources, set);
    return set;
  }

  private find(sources: readonly ToolSource[], turn: ToolContext | undefined): ToolSet {
    const steps = this.stepsOf(expandProviders(sources), [], turn);
    let node = this.root;
    for (const step of steps) node = node.next.get(step) ?? this.grow(node, step);
    node.set ??= this.setOf(steps);
    return node.set;
  }

  private setOf(steps: readonly object[]): ToolSet {
    const set = toolSetOf(steps.flatMap((step) => this.callbacksOf(step)));
    findConverters(set.callbacks.values(), this.instanceOf);
    return set;
  }

  private stepsOf(sources: readonly ToolSource[], steps: object[], turn: ToolContext | undefined): object[] {
    for (const source of sources) {
      if (Array.isArray(source)) this.stepsOf(source, steps, turn);
      else if (typeof source === 'string') steps.push(this.byName(source));
      else if (isCallbackClass(source)) steps.push(this.instanceOf(source));
      else if (isProviderClass(source)) steps.push(...this.providedBy(source, turn));
      else if (source instanceof RegExp) steps.push(this.byPattern(source));
      else if (source instanceof TaggedTools) steps.push(this.byTags(source));
      else if (source instanceof AugmentedTools) steps.push(this.augmented(source, turn));
      else steps.push(source);
    }
    return steps;
  }

  private grow(node: Node, step: unknown): Node {
    if ((typeof step !== 'object' && typeof step !== 'function') || step === null) {
      throw new ToolException(`tools() received ${String(step)}. Pass a class, an instance, a callback or a name.`);
    }
    // Requests with ever new tools must not fill the memory; dropped sets are created again when needed.
    if (++this.nodes > MAX_NODES) {
      this.root = newNode();
      this.nodes = 0;
      this.selections = new Map();
    }
    const grown = newNode();
    node.next.set(step, grown);
    return grown;
  }

  private callbacksOf(step: object): readonly ToolCallback[] {
    if (step instanceof ToolSelection) return step.callbacks;
    return step instanceof ToolCallback ? [step] : this.registry.callbacksOf(step);
  }

  private byName(name: string): ToolCallback | ToolSelection {
    const callback = this.resolver.resolve(name);
    if (callback) return callback;
    if (isGlob(name)) return this.selection(`name ${name}`, (all) => selectByPattern(name, all));
    throw new ToolException(`No tool is named "${name}". ${this.known()}`);
  }

  private known(): string {
    const names = this.registry.callbacks().map(({ definition }) => definition.name);
    if (names.length === 0) return 'The application has no tools. Import the module that provides the tool.';
    return `${toolsAre(names)} Correct the name, or import the module that provides the tool.`;
  }

  private byPattern(pattern: RegExp): ToolSelection {
    return this.selection(`pattern ${String(pattern)}`, (all) => selectByPattern(pattern, all));
  }

  private providedBy(type: Type<ToolCallbackProvider>, turn: ToolContext | undefined): readonly ToolCallback[] {
    const ask = (): readonly ToolCallback[] => callbacksOfProvider(this.instanceOf(type));
    if (!turn) return ask();
    const provided = this.provided.get(turn) ?? new Map<Type, readonly ToolCallback[]>();
    this.provided.set(turn, provided);
    const callbacks = provided.get(type) ?? ask();
    provided.set(type, callbacks);
    return callbacks;
  }

  private augmented(tools: AugmentedTools, turn: ToolContext | undefined): ToolSelection {
    return tools.selectionOf(this.of(tools.sources as readonly ToolSource[], turn), this.instanceOf);
  }

  private byTags(tags: TaggedTools): ToolSelection {
    return this.selection(`tags ${JSON.stringify(tags.tags)}`, (all) => selectByTags(tags, all));
  }

  // Returns the same object for the same key, so that it is one step in the tree.
  private selection(key: string, select: (all: readonly ToolCallback[]) => ToolSelection): ToolSelection {
    const known = this.selections.get(key) ?? select(this.registry.callbacks());
    this.selections.set(key, known);
    return known;
  }
}
