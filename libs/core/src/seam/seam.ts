/**
 * Marks the abstract classes that an application may replace by providing their token. All copies of the package in a
 * process share the symbol, so that a provider under another copy's token is detected and rejected.
 */
export const SEAM: unique symbol = Symbol.for('toolgate:seam');
