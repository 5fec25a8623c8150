import type { ProviderError } from './provider-error.js';

/**
 * Returns the wait that a provider requests, in milliseconds: from a header, as a number or a date, or from its body.
 */
export const retryAfter = ({ headers, retryDelay }: ProviderError): number | undefined => {
  const waits = [
    Number.parseFloat(headers['retry-after-ms'] ?? ''),
    seconds(headers['retry-after']),
    dateOf(headers['retry-after']),
    seconds(retryDelay?.replace(/s$/, '')),
  ];
  const found = waits.find((ms) => Number.isFinite(ms));
  return found === undefined ? undefined : Math.max(0, Math.ceil(found));
};

const seconds = (text: string | undefined): number =>
  text !== undefined && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) * 1000 : Number.NaN;

const dateOf = (text: string | undefined): number =>
  text === undefined || /^[-\s\d.]*$/.test(text) ? Number.NaN : Date.parse(text) - Date.now();
