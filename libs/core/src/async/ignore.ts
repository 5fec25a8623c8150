/** Does nothing: a callback for an outcome that needs no action. */
export const ignore = (): void => {};
