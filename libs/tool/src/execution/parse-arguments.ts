import type { JsonObject } from 'toolgate/model';

/** Reads a call's argument text: nothing and `null` are an empty object; undefined where it is no JSON object. */
export const parseArguments = (text: string | undefined): JsonObject | undefined => {
  if (text !== undefined && text !== null && typeof text !== 'string') return undefined;
  if (!text?.trim()) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (value === null) return {};
    return typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
};
