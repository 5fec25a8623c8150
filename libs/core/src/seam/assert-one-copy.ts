import { classOf, hostOf, type ProviderWrapper } from './provider-wrapper.js';
import { SeamException } from './seam.errors.js';
import { SEAM } from './seam.js';

/** A seam, identified by the name of its class. */
interface Seam {
  readonly [SEAM]: string;
}

const known = new Map<string, unknown>();

/** Registers a seam of this copy of the package, so that the same seam of another copy can be detected. */
export const registerSeam = (seam: unknown): void => {
  known.set(seamOf(seam)![SEAM], seam);
};

/** The words about a name of another copy of the package, and what to do. */
export const ANOTHER_COPY =
  'of another copy of toolgate: two copies are installed or loaded. Run "npm ls toolgate", and import it either as ES module or as CommonJS.';

/** Returns the words about a class of another copy of the package; undefined for any other value. */
export const ofAnotherCopy = (type: unknown): string | undefined => {
  const seam = seamOf(type);
  return seam && known.has(seam[SEAM]) && known.get(seam[SEAM]) !== seam ? `${seam[SEAM]} ${ANOTHER_COPY}` : undefined;
};

/** Throws `SeamException` if a provider's token or class comes from another copy of the package, which would be ignored. */
export const assertOneCopy = (wrappers: readonly ProviderWrapper[]): void => {
  for (const wrapper of wrappers) {
    const copy = ofAnotherCopy(wrapper.token) ?? ofAnotherCopy(classOf(wrapper));
    if (copy) throw new SeamException(`${hostOf(wrapper)} provides ${copy}`);
  }
};

/** Returns the seam that a class is, or extends. */
export const seamOf = (type: unknown): Seam | undefined => {
  for (let found = type; typeof found === 'function'; found = Object.getPrototypeOf(found)) {
    if (Object.hasOwn(found, SEAM)) return found as unknown as Seam;
  }
  return undefined;
};
