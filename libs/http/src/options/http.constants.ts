/** The token of the options of `ApprovalsHttpModule`, checked. */
export const HTTP_OPTIONS = Symbol.for('toolgate:options:http');

/** The token of the application's `Seams`. Its provider stops start-up if there are none. */
export const DOOR_SEAMS = Symbol.for('toolgate:http:seams');

/** The most bytes of the body of a request. */
export const BODY_BYTES = 1_000_000;
