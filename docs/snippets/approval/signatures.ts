import {
  approvalGate as realApprovalGate,
  type ApprovalGateParts,
  type Requester,
  type ToolApprovalAuditor,
  type ToolApprovalStrategy,
} from 'toolgate/approval';
import type { ToolCallback, ToolContext, ToolGate } from 'toolgate/tool';
import type { Agrees, Same } from '../same.js';

// #region gate
declare function approvalGate(strategy: ToolApprovalStrategy, options?: ApprovalGateOptions): ToolGate;

interface ApprovalGateOptions {
  readonly auditors?: readonly ToolApprovalAuditor[];
  readonly onError?: 'throw' | 'reject' | 'ask'; // default: 'throw'
  readonly timeoutMs?: number; // default: 10,000
  readonly canAsk?: () => boolean; // default: never, so an `ask` is an error
  readonly requesterOf?: (context: ToolContext) => Requester | Promise<Requester> | undefined;
  readonly hasStrategy?: () => boolean; // default: yes; without one a person decides guarded methods
  readonly strategyName?: () => string | undefined; // for messages
  readonly wordsFor?: (tool: ToolCallback) => { readonly words?: string } | undefined; // for start-up reports
}
// #endregion

export type Checked = [
  Agrees<Same<ApprovalGateOptions, Omit<ApprovalGateParts, 'strategyFor'>>>,
  Agrees<Same<typeof approvalGate, (...given: Parameters<typeof realApprovalGate>) => ToolGate>>,
];
