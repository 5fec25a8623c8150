import type { ToolCallInfo } from 'toolgate/tool';
import type { ApprovedCall } from '../waiting/waiting-call.js';

/** The approval of each call, from its decision to its claim, and then that it was used: it covers one body. */
export type ApprovedOf = WeakMap<ToolCallInfo, ApprovedCall | 'used'>;
