import { SqlException } from '../errors/sql.errors.js';

/**
 * The kind of each option: a number of milliseconds, a count of at least one, or an option that is checked elsewhere.
 */
export type OptionKinds<T> = Readonly<Record<keyof Required<T>, 'milliseconds' | 'count' | 'other'>>;

/** The largest number that timers and PostgreSQL accept. */
const MOST = 2 ** 31 - 1;

const EXAMPLES = {
  sqlite: "{ sqlite: { file: 'data/toolgate.db' } }",
  postgres: '{ postgres: { connectionString } }',
} as const;

/** Throws `SqlException` if the options are not an object, an option is unknown, or its number is invalid. */
export const assertConnectionOptions = <T extends object>(
  name: keyof typeof EXAMPLES,
  options: T,
  kinds: OptionKinds<T>,
): void => {
  if (typeof options !== 'object') {
    const kind = typeof options === 'string' ? 'text' : typeof options;
    throw new SqlException(`The option ${name} is a ${kind}. Pass an object: ${EXAMPLES[name]}.`);
  }
  for (const [key, value] of Object.entries(options)) {
    if (!Object.hasOwn(kinds, key)) {
      const known = Object.keys(kinds).join(', ');
      throw new SqlException(`Unknown option ${name}.${key}. Use one of: ${known}.`);
    }
    const kind = kinds[key as keyof T];
    if (value !== undefined && kind !== 'other') assertNumber(`${name}.${key}`, value, kind);
  }
};

const assertNumber = (option: string, value: unknown, kind: 'milliseconds' | 'count'): void => {
  const least = kind === 'count' ? 1 : 0;
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= MOST) return;
  const expected = kind === 'count' ? 'a whole number of at least 1' : 'a whole number of milliseconds, 0 or more';
  throw new SqlException(`Invalid option ${option}: ${JSON.stringify(value)}. Use ${expected}, at most ${MOST}.`);
};
