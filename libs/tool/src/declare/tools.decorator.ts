import { ToolDeclarationException } from '../contract/tool.errors.js';
import { TOOLS_OPTIONS } from '../tool.constants.js';
import { assertOptions } from './check-tool-options.js';
import type { ToolsOptions } from './tool-options.js';

/**
 * Sets defaults for the tools of a class: `@Tools({ prefix: 'orders_', requiresApproval: true })`. The options of a method
 * take precedence, tags are combined, and missing options are inherited from the `@Tools()` of the superclass.
 * @throws ToolDeclarationException if the class already has the decorator
 */
export function Tools(options: ToolsOptions): ClassDecorator {
  return (target) => {
    if (Reflect.hasOwnMetadata(TOOLS_OPTIONS, target)) {
      throw new ToolDeclarationException(
        `${target.name || 'An unnamed class'} has @Tools() twice. Put all options into one.`,
      );
    }
    assertOptions(target.name || 'An unnamed class', '@Tools()', options);
    Reflect.defineMetadata(TOOLS_OPTIONS, options, target);
  };
}
