import { ToolDeclarationException } from '../tool.errors.js';

/** Runs a step of planning and names the method, and the parameter, in what it throws. */
export function inArgumentsOf<T>(label: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof ToolDeclarationException)) throw error;
    throw new ToolDeclarationException(`${label}: ${error.message}`, { cause: error.cause });
  }
}
