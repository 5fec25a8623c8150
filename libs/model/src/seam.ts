/**
 * Marks the abstract classes an application may replace by providing their token. The symbol is shared by all copies
 * of the package in a process, so that a provider under another copy's token can be found and refused.
 */
export const SEAM: unique symbol = Symbol.for('toolgate:seam') as never;
