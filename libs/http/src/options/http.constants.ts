/** The token of the options of `ApprovalsHttpModule`, checked. */
export const HTTP_OPTIONS = Symbol.for('toolgate:options:http');

/** The token of the application's `Seams`. Its provider stops start-up if there are none. */
export const DOOR_SEAMS = Symbol.for('toolgate:http:seams');

/** The token of the inbox's path and options; without a provider if it is off. */
export const INBOX_PLACE = Symbol.for('toolgate:http:inbox');

/** The token of the applications that the door knows, checked. */
export const APPLICATIONS = Symbol.for('toolgate:http:applications');

/** The token of the option `external`: whether the door serves other applications. */
export const EXTERNAL = Symbol.for('toolgate:http:external');

/** The most bytes of the body of a request. */
export const BODY_BYTES = 1_000_000;

/** The most bytes of a message to a chat: a stock client sends the whole conversation with it. */
export const CHAT_BODY_BYTES = 4_000_000;
