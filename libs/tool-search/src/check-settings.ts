import type { ToolSearchSettings } from './tool-search-options.js';
import { ToolSearchException } from './tool-search.errors.js';

/** Gives the settings back. Throws `ToolSearchException` for what is no value of its setting. */
export const checkSettings = (settings: ToolSearchSettings): ToolSearchSettings => {
  const { maxResults, systemMessageSuffix, referenceToolNameAccumulation, sessionIdKeyName } = settings;
  expect(maxResults === undefined || isCount(maxResults), 'maxResults', 'a whole number above 0');
  expect(isOf('string', systemMessageSuffix), 'systemMessageSuffix', 'a text');
  expect(isOf('boolean', referenceToolNameAccumulation), 'referenceToolNameAccumulation', 'true or false');
  expect(isOf('string', sessionIdKeyName) && sessionIdKeyName !== '', 'sessionIdKeyName', 'the name of a parameter');
  return settings;
};

const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) > 0;

const isOf = (type: 'string' | 'boolean', value: unknown): boolean => value === undefined || typeof value === type;

const expect = (fits: boolean, name: string, what: string): void => {
  if (!fits) throw new ToolSearchException(`The option ${name} of a tool search must be ${what}.`);
};
