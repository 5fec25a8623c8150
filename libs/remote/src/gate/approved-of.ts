import type { ToolCallInfo } from 'toolgate/tool';
import type { ApprovedCall } from '../waiting/waiting-call.js';

/**
 * The approval of each call, from the decision until the claim. After the claim it is `used`, because an approval
 * covers one execution.
 */
export type ApprovedOf = WeakMap<ToolCallInfo, ApprovedCall | 'used'>;
