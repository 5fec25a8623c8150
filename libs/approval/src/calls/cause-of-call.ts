import { ToolBatchException } from 'toolgate/tool';

/** Returns the error of a call without the exception of its batch, because the caller of one call knows no batch. */
export const causeOfCall = (error: unknown): unknown => (error instanceof ToolBatchException ? error.cause : error);
