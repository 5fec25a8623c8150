import type { ToolCallbackResolver } from 'toolgate/tool';
import type { RunCheckpoint, RunState } from '../records/stored-run.js';

/** A checkpoint, and the tools that were taken out of it. */
interface PresentCheckpoint {
  readonly checkpoint: RunCheckpoint;
  readonly missing: readonly string[];
}

/**
 * Returns the checkpoint of a run without the tools that the application no longer has, so that the turn resumes
 * without them. The tools of calls that still have to run stay: without them, an attempt fails and is repeated.
 */
export const presentCheckpoint = (
  { run: { slots } }: RunState,
  checkpoint: RunCheckpoint,
  tools: ToolCallbackResolver,
): PresentCheckpoint => {
  const { request, loop } = checkpoint;
  const { next } = loop;
  const needed = new Set(slots.flatMap(({ state, tool }) => (state === 'done' ? [] : [tool])));
  const names = new Set([...request.tools, ...loop.tools, ...(next?.tools ?? [])]);
  const missing = [...names].filter((name) => !needed.has(name) && !tools.resolve(name));
  if (missing.length === 0) return { checkpoint, missing };
  const present = (all: readonly string[]): readonly string[] => all.filter((name) => !missing.includes(name));
  return {
    missing,
    checkpoint: {
      ...checkpoint,
      request: { ...request, tools: present(request.tools) },
      loop: {
        ...loop,
        tools: present(loop.tools),
        ...(next?.tools && { next: { ...next, tools: present(next.tools) } }),
      },
    },
  };
};
