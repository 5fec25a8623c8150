import type { StoredSlot } from '../records/stored-run.js';
import { approvalOf, type Draft } from './draft.js';
import { resultWithoutExecution } from './results.js';

/** The tools of this process, and how long it leaves runs to processes with other definitions. */
export interface PresentTools {
  /** Returns the hash of the definition of a tool; undefined if this process does not have the tool. */
  readonly hashOf: (tool: string) => string | undefined;
  readonly graceMs: number;
}

/**
 * A run that this process leaves to other processes, which may have the tool, or the definition of it for which
 * approval was requested.
 */
export interface LeftRun {
  readonly tool: string;
  /** Whether this process does not have the tool. */
  readonly isMissing: boolean;
  /** For how long, in milliseconds; Infinity if another definition has replaced the one of this process. */
  readonly forMs: number;
}

/** Returns why a process leaves a run to others; undefined if it may resume it. */
export const leftRun = (draft: Draft, tools: PresentTools): LeftRun | undefined => {
  let left: LeftRun | undefined;
  for (const slot of draft.run.slots) {
    const forMs = leftUntil(draft, slot, tools) - draft.now;
    if (forMs > (left?.forMs ?? 0)) left = { tool: slot.tool, isMissing: tools.hashOf(slot.tool) === undefined, forMs };
  }
  return left;
};

const leftUntil = (draft: Draft, slot: StoredSlot, { hashOf, graceMs }: PresentTools): number => {
  const { state, definitionHash, tool } = slot;
  if (state === 'done' || definitionHash === undefined) return 0;
  const present = hashOf(tool);
  if (present === definitionHash) return 0;
  const approval = approvalOf(draft, slot);
  // The call does not run, whatever the definition of its tool is.
  if (approval && resultWithoutExecution(approval)) return 0;
  if (approval?.toolChanges?.some((change) => change.definitionHash === present)) return Infinity;
  return (draft.run.settledAt ?? 0) + graceMs;
};
