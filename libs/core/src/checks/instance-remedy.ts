import { isClass } from './kind-of.js';

/**
 * Returns what to write instead of a class, for an option that requires an instance; undefined if the value is not a
 * class. `seam` is the token under which a module may provide the class.
 */
export const instanceRemedy = (value: unknown, seam?: string): string | undefined => {
  if (!isClass(value)) return undefined;
  const pass = `Pass an instance: new ${value.name}(…).`;
  if (seam === undefined) return pass;
  return `${pass} Or leave the option out, and add { provide: ${seam}, useClass: ${value.name} } to the providers of a module.`;
};
