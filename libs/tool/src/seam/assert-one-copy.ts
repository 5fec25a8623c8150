import { SEAM } from 'toolgate/model';
import { classOf, hostOf, type ProviderWrapper } from './provider-wrapper.js';
import { SeamException } from './seam.errors.js';

/** A seam by the name of its class. */
export interface Seam {
  readonly [SEAM]: string;
}

const known = new Map<string, unknown>();

/** Makes a seam of this copy of the package known, so that its twin in another copy can be told apart. */
export const registerBrand = (seam: unknown): void => {
  known.set(seamOf(seam)![SEAM], seam);
};

/** Stops where a provider is of another copy of the package, by its token or by its class: it would be ignored in silence. */
export const assertOneCopy = (wrappers: readonly ProviderWrapper[]): void => {
  for (const wrapper of wrappers) {
    const twin = [wrapper.token, classOf(wrapper)].map(seamOf).find((seam) => seam && isTwin(seam));
    if (!twin) continue;
    throw new SeamException(
      `${hostOf(wrapper)} provides ${twin[SEAM]} of another copy of toolgate. Two copies are installed or loaded: run "npm ls toolgate", and import it either as ES module or as CommonJS.`,
    );
  }
};

const isTwin = (seam: Seam): boolean => known.has(seam[SEAM]) && known.get(seam[SEAM]) !== seam;

/** The seam that a class is, or extends. */
export const seamOf = (type: unknown): Seam | undefined => {
  for (let found = type; typeof found === 'function'; found = Object.getPrototypeOf(found) as unknown) {
    if (Object.hasOwn(found, SEAM)) return found as unknown as Seam;
  }
  return undefined;
};
