import type { ChatOptions } from './chat-options.js';
import type { ProviderMetadata } from './content.js';
import { defined } from '#core';

const NONE: ChatOptions = Object.freeze({});

const mergeProviders = (a: ProviderMetadata, b: ProviderMetadata): ProviderMetadata =>
  Object.fromEntries(Object.keys({ ...a, ...b }).map((name) => [name, { ...a[name], ...b[name] }]));

/** Merges options over defaults. Set options take precedence; headers and provider options are merged by name. */
export const mergeOptions = <T extends ChatOptions>(defaults: T | undefined, over: T | undefined): T => {
  if (!defaults || !over) return defaults ?? over ?? (NONE as T);
  const { headers, providerOptions } = over;
  return {
    ...defaults,
    ...defined(over),
    ...(headers && { headers: { ...defaults.headers, ...headers } }),
    ...(providerOptions && { providerOptions: mergeProviders(defaults.providerOptions ?? {}, providerOptions) }),
  };
};
