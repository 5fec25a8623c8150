/** Keeps properties of an error out of what loggers write of it; they are read as before. */
export const keepUnlogged = <T extends Error>(error: T, ...names: readonly (keyof T & string)[]): void => {
  for (const name of names) Object.defineProperty(error, name, { enumerable: false });
};
