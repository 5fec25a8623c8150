import { existsSync, mkdirSync, renameSync } from 'node:fs';

/** Fills a folder once for all workers of a test run: one that another worker has filled already is used again. */
export const createFolderOnce = async (folder: string, fill: (unfinished: string) => Promise<void>): Promise<void> => {
  if (existsSync(folder)) return;
  const unfinished = `${folder}-${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  await fill(unfinished);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another worker was faster.
    if (!existsSync(folder)) throw error;
  }
};
