import { ToolBatchException } from 'toolgate/tool';

/** Returns why a call failed: the caller, the worker and the record of one call receive its error as it is. */
export const causeOfCall = (error: unknown): unknown => (error instanceof ToolBatchException ? error.cause : error);
