import type { Seams } from '#core';
import type { ToolCallback } from '../contract/tool-callback.js';
import { ToolGate } from '../contract/tool-gate.js';
import { ToolVisibility } from '../contract/tool-visibility.js';

/** Describes in words how a tool is visible and how its calls are decided. */
export interface ToolRules {
  visibility(tool: ToolCallback): string;
  approval(tool: ToolCallback): string;
}

const VISIBLE = 'visible';
const INTERNAL = 'guarded method, no model sees it';

/** The rules outside an application. */
export const NO_RULES: ToolRules = {
  visibility: (tool) => (tool.metadata.internal ? INTERNAL : VISIBLE),
  approval: () => 'no gate',
};

/** Returns the rules of an application. */
export const rulesOf = (seams: Seams): ToolRules => ({
  visibility: (tool) =>
    tool.metadata.internal ? INTERNAL : seams.isReplaced(ToolVisibility) ? seams.nameOf(ToolVisibility) : VISIBLE,
  approval: (tool) => seams.effective(ToolGate).describe?.(tool) ?? seams.nameOf(ToolGate),
});
