import { SEAM } from 'toolgate/model';
import { hostOf, type ProviderWrapper } from './provider-wrapper.js';
import { SeamException } from './seam.errors.js';

const known = new Map<string, unknown>();

/** Makes a seam of this copy of the package known, so that its twin in another copy can be told apart. */
export const registerBrand = (seam: unknown): void => {
  known.set(brandOf(seam)!, seam);
};

/** Stops where a provider stands under a seam's token of another copy of the package: it would be ignored in silence. */
export const assertOneCopy = (wrappers: readonly ProviderWrapper[]): void => {
  for (const wrapper of wrappers) {
    const brand = brandOf(wrapper.token);
    const ours = brand && known.get(brand);
    if (ours && ours !== wrapper.token) {
      throw new SeamException(
        `${hostOf(wrapper)} provides ${brand} of another copy of toolgate. Two copies are installed or loaded: run "npm ls toolgate", and import it either as ES module or as CommonJS.`,
      );
    }
  }
};

const brandOf = (token: unknown): string | undefined =>
  typeof token === 'function' && Object.hasOwn(token, SEAM) ? ((token as never)[SEAM] as string) : undefined;
