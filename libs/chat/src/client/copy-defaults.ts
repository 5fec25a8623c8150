import { isList } from '#core';
import type { ChatClientDefaults } from '../prompt/chat-client-record.js';

/** Copies a client's defaults with their lists and records, so that later changes of the caller have no effect. */
export const copyDefaults = (defaults: ChatClientDefaults): ChatClientDefaults =>
  Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, copyOf(value)]));

const copyOf = (value: unknown): unknown => {
  if (isList(value)) return [...value];
  const isRecord = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isRecord ? { ...value } : value;
};
