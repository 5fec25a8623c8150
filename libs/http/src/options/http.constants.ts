/** The token of the options of `ApprovalsHttpModule`, checked. */
export const HTTP_OPTIONS = Symbol.for('toolgate:options:http');

/** The most bytes of the body of a request. */
export const BODY_BYTES = 1_000_000;
