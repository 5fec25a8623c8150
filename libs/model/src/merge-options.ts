import type { ChatOptions } from './chat-options.js';

const defined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Partial<T>;

/** Lays options over defaults: what is set wins; headers and provider options merge by name. */
export const mergeOptions = <T extends ChatOptions>(defaults: T | undefined, over: T | undefined): T => {
  if (!defaults || !over) return defaults ?? over ?? ({} as T);
  const merged = { ...defaults, ...defined(over) };
  if (defaults.headers && over.headers) merged.headers = { ...defaults.headers, ...over.headers };
  if (defaults.providerOptions && over.providerOptions) {
    merged.providerOptions = { ...defaults.providerOptions, ...over.providerOptions };
    for (const [name, options] of Object.entries(over.providerOptions)) {
      merged.providerOptions[name] = { ...defaults.providerOptions[name], ...options };
    }
  }
  return merged;
};
