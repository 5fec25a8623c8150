import { ToolApprovalPendingException } from './tool.errors.js';

const MAX_CAUSES = 100;

/** Finds the exception of a suspended turn in an error or its causes. It is meant for programs, never for a model. */
export const findPendingApproval = (error: unknown): ToolApprovalPendingException | undefined => {
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth++) {
    if (cause instanceof ToolApprovalPendingException) return cause;
    ({ cause } = cause);
  }
  return undefined;
};
