import { checkOptions, type Declared, TOOL_SEARCH } from '#core';
import { ToolSearchException } from '../contract/tool-search.errors.js';
import type { ToolSearchModuleOptions } from './tool-search-module-options.js';
import type { ToolSearchSettings } from './tool-search-options.js';

const DECLARED = TOOL_SEARCH satisfies Declared<ToolSearchModuleOptions>;

/** Returns the settings. Throws `ToolSearchException` for an invalid value. */
export const checkSettings = (settings: ToolSearchSettings): ToolSearchSettings => {
  const { maxResults, systemMessageSuffix, referenceToolNameAccumulation, sessionIdKeyName } = settings;
  return checkOptions({ maxResults, systemMessageSuffix, referenceToolNameAccumulation, sessionIdKeyName }, DECLARED, {
    owner: 'a tool search',
    error: ToolSearchException,
  });
};

/** Returns the options. Throws `ToolSearchException` for an unknown option, and for an invalid value. */
export const checkModuleOptions = (options: ToolSearchModuleOptions): ToolSearchModuleOptions => {
  const { indexType = 'regex', minScore } = checkOptions(options, DECLARED, {
    owner: 'ToolSearchModule',
    error: ToolSearchException,
  });
  if (minScore === undefined || indexType !== 'regex') return options;
  throw new ToolSearchException(
    "The option minScore of ToolSearchModule applies to the indexes 'keyword' and 'vector' only. Set indexType to one of them.",
  );
};
