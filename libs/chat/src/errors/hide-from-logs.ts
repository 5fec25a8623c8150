/** Hides properties of an error from loggers, by making them not enumerable; code reads them as before. */
export const hideFromLogs = <T extends Error>(error: T, ...names: readonly (keyof T & string)[]): void => {
  for (const name of names) Object.defineProperty(error, name, { enumerable: false });
};
