import { checkModuleOptions } from './check-options.js';
import type { ToolSearchModuleOptions } from './tool-search-module-options.js';
import { defined } from '#core';

/**
 * Merges the module's own options over the shared ones. `forRoot()` enables the search unless `enabled` is set; a plain
 * import of the module leaves that to the configuration.
 */
export const effectiveOptions = (
  own: ToolSearchModuleOptions | undefined,
  shared: ToolSearchModuleOptions = {},
): ToolSearchModuleOptions =>
  checkModuleOptions({
    ...shared,
    ...defined(own ?? {}),
    enabled: own?.enabled ?? shared.enabled ?? (own ? true : undefined),
    eviction: mergedEviction(own?.eviction, shared.eviction),
  });

type Eviction = ToolSearchModuleOptions['eviction'];

// A value that is not an object is rejected by the validation.
const mergedEviction = (own: Eviction, shared: Eviction): Eviction => {
  if (own === undefined) return shared;
  return shared && typeof own === 'object' && own ? { ...shared, ...defined(own) } : own;
};
