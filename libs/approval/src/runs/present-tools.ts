import type { ToolCallbackResolver } from 'toolgate/tool';
import { definitionHashOf } from '../records/definition-hash.js';
import type { ApprovalStore } from '../store/approval.store.js';
import type { PresentTools } from '../transitions/left-run.js';
import type { ApprovalTimes } from './run-times.js';

/** Returns the tools of this process; undefined if no other process, with other definitions, uses the store. */
export const presentTools = (
  store: ApprovalStore,
  tools: ToolCallbackResolver,
  { toolChangeGraceMs = 0 }: ApprovalTimes,
): PresentTools | undefined => {
  if (!store.isShared?.()) return undefined;
  const hashOf = (name: string): string | undefined => {
    const callback = tools.resolve(name);
    return callback && definitionHashOf({ callback });
  };
  return { hashOf, graceMs: toolChangeGraceMs };
};
