import { checkModuleOptions } from './check-options.js';
import type { ToolSearchModuleOptions } from './tool-search.module-definition.js';

/**
 * What the module's own options say, over what is said elsewhere. Whoever writes forRoot() wants the search, unless
 * somebody says otherwise; who imports the module as it is, leaves that to the configuration.
 */
export const effectiveOptions = (
  own: ToolSearchModuleOptions | undefined,
  said: ToolSearchModuleOptions = {},
): ToolSearchModuleOptions =>
  checkModuleOptions({
    ...said,
    ...spoken(own ?? {}),
    enabled: own?.enabled ?? said.enabled ?? (own ? true : undefined),
    eviction: mergedEviction(own?.eviction, said.eviction),
  });

type Eviction = ToolSearchModuleOptions['eviction'];

// What is no group is refused where it is looked at.
const mergedEviction = (own: Eviction, said: Eviction): Eviction => {
  if (own === undefined) return said;
  return said && typeof own === 'object' && own ? { ...said, ...spoken(own) } : own;
};

const spoken = <T extends object>(options: T): Partial<T> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
