import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/** Adds a line that survives the process. */
export const writeLine = (file: string, line: unknown): void => {
  const handle = openSync(file, 'a');
  writeSync(handle, `${JSON.stringify(line)}\n`);
  fsyncSync(handle);
  closeSync(handle);
};

/** All lines, in order. */
export const readLines = <T>(file: string): readonly T[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as T)
    : [];
