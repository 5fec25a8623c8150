import { chain, collect, ignore, isPromiseLike, type MaybePromise } from '#core';
import type { ToolCallback } from '../contract/tool-callback.js';
import type { ToolContext } from '../contract/tool-context.js';
import { type ToolSet, toolSetOf } from '../contract/tool-set.js';
import type { ToolVisibility } from '../contract/tool-visibility.js';

/** Returns the tools of a set that are visible in a turn. */
export type VisibleTools = (set: ToolSet, context: ToolContext) => MaybePromise<ToolSet>;

/** Caches the visible tools of a turn, so that the model receives the same tools in each round. */
export const visibleTools = (visibilityFor: (context: ToolContext) => MaybePromise<ToolVisibility>): VisibleTools => {
  const turns = new WeakMap<ToolContext, Map<ToolSet, MaybePromise<ToolSet>>>();
  return (set, { turn }) => {
    if (set.callbacks.size === 0) return set;
    let known = turns.get(turn);
    if (!known) turns.set(turn, (known = new Map()));
    const asked = known.get(set);
    if (asked) return asked;
    const visible = askVisibility(set, turn, visibilityFor(turn));
    known.set(set, visible);
    // An error is not cached, so a model call that is sent again asks again.
    if (isPromiseLike(visible)) visible.then(ignore, () => known.delete(set));
    return visible;
  };
};

const askVisibility = (
  set: ToolSet,
  context: ToolContext,
  visibility: MaybePromise<ToolVisibility>,
): MaybePromise<ToolSet> => {
  if (isPromiseLike(visibility)) return visibility.then((ready) => askVisibility(set, context, ready));
  const callbacks = [...set.callbacks.values()];
  const flags = callbacks.map((callback) => isVisible(visibility, callback, context));
  return chain(collect(flags), (all) => shown(set, callbacks, all));
};

// A synchronous error must not leave the promises of the other tools without a listener.
const isVisible = (visibility: ToolVisibility, callback: ToolCallback, context: ToolContext): MaybePromise<boolean> => {
  try {
    return callback.builtIn || callback.metadata.internal ? true : visibility.isVisible(callback, context);
  } catch (error) {
    return Promise.reject(error);
  }
};

const shown = (set: ToolSet, callbacks: readonly ToolCallback[], flags: readonly boolean[]): ToolSet => {
  const visible = callbacks.filter((_, index) => flags[index] === true);
  return visible.length === callbacks.length ? set : toolSetOf(visible);
};
