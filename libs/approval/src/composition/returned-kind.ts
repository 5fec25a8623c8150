import { kindOf } from '#core';

/** Describes what a function of a strategy returned, without a number, which may be an argument of the call. */
export const returnedKind = (value: unknown): string => (typeof value === 'number' ? 'a number' : kindOf(value));
