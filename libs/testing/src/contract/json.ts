/** Returns a value as JSON carries it; `null` for nothing. */
export const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
