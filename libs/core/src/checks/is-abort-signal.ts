/** Whether a value is an abort signal, of this realm or another one. */
export const isAbortSignal = (value: unknown): value is AbortSignal =>
  typeof (value as AbortSignal | undefined | null)?.addEventListener === 'function' &&
  'aborted' in (value as AbortSignal);
