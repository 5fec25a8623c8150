import { SqlException } from '../errors/sql.errors.js';

/** Returns the exports of an optional package. Throws `SqlException` if it is not installed. */
export const loadPackage = async <T>(name: string, option: string, load: () => Promise<{ default: T }>): Promise<T> => {
  try {
    return (await load()).default;
  } catch (cause) {
    throw new SqlException(
      `The option ${option} needs the package "${name}", which cannot be loaded. Install it: npm install ${name}.`,
      { cause },
    );
  }
};
