import { checkSettings } from './check-settings.js';
import type { ToolIndexType, ToolSearchModuleOptions } from './tool-search.module-definition.js';
import { ToolSearchException } from './tool-search.errors.js';

const KEYS: Readonly<Record<keyof Required<ToolSearchModuleOptions>, true>> = {
  enabled: true,
  clients: true,
  indexType: true,
  maxResults: true,
  minScore: true,
  systemMessageSuffix: true,
  referenceToolNameAccumulation: true,
  sessionIdKeyName: true,
  order: true,
  eviction: true,
};

const EVICTION = ['lruMaxSessions', 'ttlMs'];

const TYPES: readonly ToolIndexType[] = ['regex', 'keyword', 'vector'];

/** Gives the options back. Throws `ToolSearchException` for a key nobody reads, and for what is no value of its key. */
export const checkModuleOptions = (options: ToolSearchModuleOptions): ToolSearchModuleOptions => {
  const { enabled, indexType, clients, minScore, order, eviction = {} } = options;
  const unknown = [
    ...Object.keys(options).filter((key) => !Object.hasOwn(KEYS, key)),
    ...Object.keys(eviction).flatMap((key) => (EVICTION.includes(key) ? [] : [`eviction.${key}`])),
  ];
  if (unknown.length > 0) {
    const known = Object.keys(KEYS).join(', ');
    throw new ToolSearchException(
      `ToolSearchModule does not know the option ${unknown[0]}. There are: ${known}; and of eviction: ${EVICTION.join(', ')}.`,
    );
  }
  expect(enabled === undefined || typeof enabled === 'boolean', 'enabled', 'true or false');
  expect(indexType === undefined || TYPES.includes(indexType), 'indexType', TYPES.join(', '));
  expect(clients === undefined || isListOfTexts(clients), 'clients', 'a list of the names of clients');
  expect(order === undefined || Number.isInteger(order), 'order', 'a whole number');
  expect(minScore === undefined || isShare(minScore), 'minScore', 'a number from 0 to 1');
  if (minScore !== undefined && (indexType === undefined || indexType === 'regex')) {
    throw new ToolSearchException(
      "The option minScore of ToolSearchModule is for the indexes 'keyword' and 'vector': name one as indexType.",
    );
  }
  checkSettings(options);
  return options;
};

const isShare = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 1;

const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' && each !== '');

const expect = (fits: boolean, name: string, what: string): void => {
  if (!fits) throw new ToolSearchException(`The option ${name} of ToolSearchModule must be ${what}.`);
};
