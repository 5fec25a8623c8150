import { ToolDeclarationException } from '../tool.errors.js';
import { assertOptions } from './check-tool-options.js';
import { TOOLS_OPTIONS } from './declaration.constants.js';
import type { ToolDefaults } from './tool-defaults.js';

/** What holds for every `@Tool()` method of a class that does not say otherwise. */
export interface ToolsOptions extends ToolDefaults {
  /** Put before the name of each tool as it is: `prefix: 'orders_'`. */
  readonly prefix?: string;
}

/**
 * Says once what holds for the tools of a class: `@Tools({ prefix: 'orders_', requiresApproval: true })`. What a method
 * says wins, tags add up, and what is not said is inherited from the `@Tools()` of the superclass.
 * @throws ToolDeclarationException if the class has it already
 */
export function Tools(options: ToolsOptions): ClassDecorator {
  return (target) => {
    if (Reflect.hasOwnMetadata(TOOLS_OPTIONS, target)) {
      throw new ToolDeclarationException(
        `${target.name || 'An unnamed class'} has @Tools() twice: put all options into one.`,
      );
    }
    assertOptions(target.name || 'An unnamed class', '@Tools()', options);
    Reflect.defineMetadata(TOOLS_OPTIONS, options, target);
  };
}
