import { checkOptions, type Declared, filledText, group, option } from '#core';
import { PostgresException } from '../errors/postgres.errors.js';
import type { ListenOptions, PostgresModuleOptions } from './postgres-options.js';

const LISTEN = {
  connectionString: option(
    filledText('a connection string'),
    'the connection string of the server, not of a pooler in transaction mode',
    'that of `SqlModule`',
  ),
} satisfies Declared<ListenOptions>;

const POSTGRES = { listen: group(LISTEN) } satisfies Declared<PostgresModuleOptions>;

/** Throws `PostgresException` for an unknown or invalid option. */
export const assertOptions = (options: PostgresModuleOptions): void => {
  checkOptions(options, POSTGRES, { owner: 'PostgresModule', error: PostgresException });
};
