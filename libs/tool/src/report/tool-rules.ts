import type { Seams } from '../seam/seams.js';
import type { ToolCallback } from '../tool-callback.js';
import { ToolGate } from '../tool-gate.js';
import { ToolVisibility } from '../tool-visibility.js';

/** Who sees a tool and who decides over it, in words. */
export interface ToolRules {
  visibility(tool: ToolCallback): string;
  approval(tool: ToolCallback): string;
}

const VISIBLE = 'visible';

/** The rules where no container has any. */
export const NO_RULES: ToolRules = { visibility: () => VISIBLE, approval: () => 'no gate' };

/** The rules of an application. */
export const rulesOf = (seams: Seams): ToolRules => ({
  visibility: () => (seams.isReplaced(ToolVisibility) ? seams.nameOf(ToolVisibility) : VISIBLE),
  approval: (tool) => seams.effective(ToolGate).describe?.(tool) ?? seams.nameOf(ToolGate),
});
