import { defined } from '#core';

/**
 * Returns values overridden by others, name by name. A value that is undefined overrides nothing, but its name is kept,
 * so that a section of a template can name it.
 */
export const overrideDefined = <T extends object>(under: T, over: T): T => ({
  ...over,
  ...under,
  ...defined(over),
});
