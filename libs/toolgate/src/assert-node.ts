import { SeamException } from '#core';

const OLDEST = [20, 19] as const;

/** Throws `SeamException` if Node.js is older than the oldest supported version. */
export const assertNode = (version: string = process.versions.node): void => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new SeamException(
    `Toolgate does not run on Node.js ${version}: it requires ${OLDEST.join('.')} or newer. Update Node.js.`,
  );
};
