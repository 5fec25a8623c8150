/** The last text of a stream that ends before its turn, because the application stops. */
export const SHUTTING_DOWN = 'The server shuts down before the end of the answer. Read the turn again.';
