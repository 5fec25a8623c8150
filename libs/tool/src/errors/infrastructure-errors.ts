import { constants } from 'node:os';
import { recordOf } from '#core';

/** The parts of an error that identify it: its own fields and the names of its classes. */
type Fields = Readonly<Record<string, unknown>>;
type Recognize = (fields: Fields, names: readonly string[]) => boolean;

const SYSTEM_CODES = new Set<unknown>([
  ...Object.keys(constants.errno),
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NONAME',
]);

const text = (value: unknown, pattern = /[^]/): boolean => typeof value === 'string' && pattern.test(value);
const named =
  (pattern: RegExp): Recognize =>
  (_, names) =>
    names.some((name) => pattern.test(name));

/** Recognizes errors of systems and drivers by shape. No driver is imported, because applications use any version. */
const INFRASTRUCTURE: Readonly<Record<string, Recognize>> = {
  'operating system, network, DNS': ({ code, syscall }) => text(code) && (text(syscall) || SYSTEM_CODES.has(code)),
  'TLS, HTTP parsers, undici, module loading': ({ code }) =>
    text(code, /^(?:ERR_(?:TLS|SSL|OSSL|HTTP2|SOCKET|FS|DLOPEN|MODULE)_|UND_ERR_|HPE_|CERT_|MODULE_NOT_FOUND$)/) ||
    text(code, /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:GET|VERIFY)_\w+)$/),
  'child processes': ({ cmd, spawnargs, status, stderr, escapedCommand }) =>
    text(cmd) || Array.isArray(spawnargs) || text(escapedCommand) || (status !== undefined && stderr !== undefined),
  'SQL states: PostgreSQL, MySQL, MariaDB, ODBC': ({ code, severity, routine, sqlState, sqlMessage }) =>
    text(sqlState) || text(sqlMessage) || (text(code, /^[0-9A-Z]{5}$/) && (text(severity) || text(routine))),
  'MySQL connections': ({ code, fatal, errno }) =>
    text(code, /^(?:ER|PROTOCOL|POOL|HANDSHAKE)_\w+$/) && (typeof fatal === 'boolean' || typeof errno === 'number'),
  SQLite: ({ code }, names) =>
    text(code, /^(?:ERR_)?SQLITE_/) || names.some((name) => /^(?:Sqlite|SQLite|Libsql)Error$/.test(name)),
  'SQL Server': ({ code }, names) =>
    text(code, /^E[A-Z]+$/) &&
    names.some((name) => /^(?:Request|Connection|Transaction|PreparedStatement)Error$/.test(name)),
  Oracle: ({ code, errorNum }) => typeof errorNum === 'number' || text(code, /^(?:ORA|NJS|DPI)-\d+$/),
  'statements of any driver': ({ sql, query, parameters, params }) =>
    text(sql) || (text(query) && (parameters !== undefined || params !== undefined)),
  Prisma: ({ clientVersion }) => text(clientVersion),
  'MongoDB, Mongoose, Sequelize, Knex, Kafka': named(/^(?:Mongo|Mongoose|Prisma|Sequelize|Knex|KafkaJS)\w*Error$/),
  'TypeORM, Drizzle, MikroORM': named(
    /^(?:TypeORMError|QueryFailedError|DrizzleError|DrizzleQueryError|DriverException)$/,
  ),
  'Redis, Cassandra': named(
    /^(?:RedisError|ReplyError|\w*ErrorReply|SimpleError|MaxRetriesPerRequestError|ClusterAllFailedError|ClientClosedError|ClientOfflineError|SocketClosedUnexpectedlyError|RootNodesUnavailableError|NoHostAvailableError)$/,
  ),
  'AWS SDK': ({ $metadata, $fault }) => typeof $metadata === 'object' && text($fault),
  'gRPC: unknown, deadline, internal, unavailable, data loss': ({ code, details, metadata }) =>
    [2, 4, 13, 14, 15].some((known) => known === code) && text(details) && typeof metadata === 'object',
};

/** Whether an error comes from a system, a driver or a client library, so that its message was written for developers. */
export const isInfrastructureError = (error: object): boolean => {
  const fields = recordOf(error);
  const names = namesOf(error);
  return Object.values(INFRASTRUCTURE).some((recognize) => recognize(fields, names));
};

const namesOf = (error: object): readonly string[] => {
  const names = [recordOf(error)['name']];
  for (let type: object | null = Object.getPrototypeOf(error); type; type = Object.getPrototypeOf(type)) {
    names.push(type.constructor?.name);
  }
  return names.filter((name) => typeof name === 'string');
};
