import { ToolDeclarationException } from '../contract/tool.errors.js';

/** Runs a step of planning, and adds the method and the parameter to the message of its exception. */
export function withPlace<T>(label: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof ToolDeclarationException)) throw error;
    throw error.at(label);
  }
}
