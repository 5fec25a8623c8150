import { anything, checkOptions, type Declared, filledText, type Kind, option, SeamException } from '#core';
import { requirementProblem } from '#approval';
import type { ExternalApplication } from '../options/external-application.js';

const NAME = /^[\w.-]{1,100}$/;
const HASH = /^[\da-f]{64}$/;

const name: Kind = {
  fits: (value) => typeof value === 'string' && NAME.test(value),
  pass: 'a name of letters, digits, ".", "_" and "-"',
  read: String,
};

const APPLICATION = {
  name: option(name, 'the name of the application'),
  tenant: option(filledText('the name of a tenant'), 'the tenant of its approvers', 'default'),
  // Checked below: no value is shown, because it might be the secret.
  secretHashes: option(anything, 'the hashes of its secrets'),
  requirement: option(anything, 'what each of its calls requires'),
} satisfies Declared<ExternalApplication>;

const areHashes = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((hash) => typeof hash === 'string' && HASH.test(hash));

/**
 * Returns copies of the applications. Throws `SeamException` if there are none although the routes are switched on, or
 * the reverse, and for an application that is invalid or listed twice.
 */
export const checkApplications = (
  isOn: boolean,
  given: readonly ExternalApplication[] | undefined,
): readonly ExternalApplication[] => {
  if (!isOn && given === undefined) return [];
  if (!isOn)
    throw new SeamException(
      'ApprovalsHttpModule has applications but does not serve them. Pass external: true, or remove the option applications.',
    );
  if (!Array.isArray(given) || given.length === 0)
    throw new SeamException(
      'ApprovalsHttpModule has the option external but no applications. Pass applications: [{ name, secretHashes }].',
    );
  given.forEach(checkApplication);
  assertDistinct(given);
  return structuredClone(given);
};

const checkApplication = (given: ExternalApplication, index: number): void => {
  const place = { path: `applications[${index}].`, owner: 'ApprovalsHttpModule', error: SeamException };
  const { name, secretHashes, requirement } = checkOptions(given, APPLICATION, place);
  if (name === undefined)
    throw new SeamException(`applications[${index}] of ApprovalsHttpModule has no name. Pass name.`);
  const who = `The application "${name}" of ApprovalsHttpModule`;
  if (!areHashes(secretHashes))
    throw new SeamException(
      `${who} has no valid secretHashes. Pass the SHA-256 of each secret as 64 lower-case hexadecimal digits, such as newApplicationSecret() returns.`,
    );
  const problem = requirementProblem(requirement);
  if (problem) throw new SeamException(`${who} cannot be served: ${problem.replace(/\.$/, '')}. Correct it.`);
};

const assertDistinct = (applications: readonly ExternalApplication[]): void => {
  const seen = new Set<string>();
  for (const { name, tenant = 'default', secretHashes } of applications) {
    const keys = [JSON.stringify([tenant, name]), ...secretHashes];
    if (keys.some((key) => seen.has(key)))
      throw new SeamException(
        `The application "${name}" of the tenant "${tenant}" is listed twice, or shares a secret with another. List each application once, with its own secret.`,
      );
    for (const key of keys) seen.add(key);
  }
};
