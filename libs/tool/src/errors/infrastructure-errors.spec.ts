import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { findInfrastructureError } from './find-infrastructure-error.js';

const error = (fields: object, message = 'x') => Object.assign(new Error(message), fields);
const named = (name: string, fields: object = {}) => error({ name, ...fields });
const ofClass = (name: string, fields: object = {}) => {
  const type = { [name]: class extends Error {} }[name]!;
  return Object.assign(new type('x'), fields);
};

/** Errors in the shapes that libraries throw. */
const FOREIGN: readonly (readonly [string, object])[] = [
  ['a refused connection', error({ code: 'ECONNREFUSED', syscall: 'connect', errno: -111, address: '10.0.0.3' })],
  ['a system error of a code of its own', error({ code: 'UNKNOWN', syscall: 'read', errno: -4094 })],
  ['a timeout without a call', error({ code: 'ETIMEDOUT' })],
  ['DNS', error({ code: 'ENOTFOUND', hostname: 'db.internal' })],
  ['DNS that fails for now', error({ code: 'EAI_AGAIN', hostname: 'db.internal' })],
  ['TLS', error({ code: 'ERR_TLS_CERT_ALTNAME_INVALID', host: 'db.internal' })],
  ['a certificate', error({ code: 'CERT_HAS_EXPIRED' })],
  ['a certificate that signs itself', error({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })],
  ['a certificate of an unknown issuer', error({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' })],
  ['OpenSSL', error({ code: 'ERR_OSSL_UNSUPPORTED', library: 'DECODER routines' })],
  ['undici', named('ConnectTimeoutError', { code: 'UND_ERR_CONNECT_TIMEOUT' })],
  ['an HTTP parser', error({ code: 'HPE_INVALID_CONSTANT' })],
  ['a missing module', error({ code: 'ERR_MODULE_NOT_FOUND' })],
  ['a missing module of CommonJS', error({ code: 'MODULE_NOT_FOUND', requireStack: ['/srv/app/a.js'] })],
  ['a command', error({ code: 2, killed: false, signal: null, cmd: 'psql -h 10.0.0.3' })],
  ['a command that was waited for', error({ status: 1, signal: null, output: [], pid: 1, stdout: '', stderr: '' })],
  ['a program', error({ path: 'psql', spawnargs: ['-h', '10.0.0.3'] })],
  ['execa', named('ExecaError', { escapedCommand: 'psql -h 10.0.0.3', exitCode: 1 })],
  ['pg', named('error', { code: '23505', severity: 'ERROR', routine: '_bt_check_unique', detail: 'Key (id)=(1)' })],
  ['postgres.js', named('PostgresError', { code: '42P01', severity_local: 'ERROR', severity: 'ERROR' })],
  ['mysql2', error({ code: 'ER_DUP_ENTRY', errno: 1062, sqlState: '23000', sqlMessage: 'Duplicate', sql: 'INSERT' })],
  ['mysql2 without a server', error({ code: 'PROTOCOL_CONNECTION_LOST', fatal: true })],
  ['MariaDB', named('SqlError', { sqlState: '28000', errno: 1045, code: 'ER_ACCESS_DENIED_ERROR' })],
  ['libsql', ofClass('SqliteError', { code: 'SQLITE_BUSY' })],
  ['libsql over HTTP', ofClass('LibsqlError', { code: 'HRANA_PROTO_ERROR' })],
  ['node:sqlite', error({ code: 'ERR_SQLITE_ERROR', errcode: 1 })],
  ['sqlite3', error({ code: 'SQLITE_ERROR', errno: 1 })],
  ['mssql', named('ConnectionError', { code: 'ELOGIN' })],
  ['oracledb', error({ errorNum: 1, offset: 0 })],
  ['oracledb, thin', error({ code: 'NJS-500' })],
  ['TypeORM', ofClass('QueryFailedError', { query: 'SELECT', parameters: [], driverError: {} })],
  ['Drizzle', ofClass('DrizzleQueryError', { query: 'select', params: ['Ann'] })],
  ['a statement', error({ sql: 'SELECT secret' })],
  ['a statement with its parameters', error({ query: 'select secret', params: ['Ann'] })],
  ['TypeORM without a statement', Object.create(ofClass('TypeORMError'), { name: { value: 'EntityNotFoundError' } })],
  ['Prisma without names', error({ clientVersion: '6.0.0' })],
  ['Prisma', named('PrismaClientKnownRequestError', { code: 'P2002', clientVersion: '6.0.0' })],
  ['MongoDB', named('MongoServerSelectionError')],
  ['Mongoose', named('MongooseError')],
  ['Sequelize', named('SequelizeUniqueConstraintError')],
  ['Kafka', named('KafkaJSConnectionError')],
  ['ioredis', named('MaxRetriesPerRequestError')],
  ['a reply of Redis', named('ReplyError', { command: { name: 'get', args: ['cart:ann'] } })],
  ['node-redis', ofClass('ClientClosedError')],
  ['AWS', named('AccessDeniedException', { $fault: 'client', $metadata: {} })],
  ['gRPC', error({ code: 14, details: 'No connection established', metadata: {} })],
];

/** Errors that applications throw for a model to read. */
const OWN: readonly (readonly [string, unknown])[] = [
  ['an Error', new Error('Only 3 lamps are left.')],
  ['a code', error({ code: 'OUT_OF_STOCK' })],
  ['a code of five letters', error({ code: 'EMPTY' })],
  ['a code that begins with E', error({ code: 'EORDER' })],
  ['a code that is a number', error({ code: 14 })],
  ['a status', error({ status: 409, code: 'CONFLICT' })],
  ['gRPC that was not found', error({ code: 5, details: 'No order A-1', metadata: {} })],
  ['a query', error({ query: 'lamps' })],
  ['a request', named('RequestError', { code: 'NO_REQUEST' })],
  ['a class', ofClass('OrderClosedError')],
  ['a cause', new Error('No', { cause: new Error('Closed') })],
  ['a cause that is not an error', new Error('No', { cause: 'ECONNREFUSED' })],
  ['a validation', error({ errors: ['a is short', { path: ['b'], code: 'too_small', message: 'short' }] })],
  ['nothing', undefined],
  ['a text', 'ECONNREFUSED'],
];

describe('an infrastructure error', () => {
  it.each(FOREIGN)('is found by its shape: %s', (_, foreign) => {
    expect(findInfrastructureError(foreign)).toBe(foreign);
  });

  it.each(OWN)('is not an error of the application: %s', (_, own) => {
    expect(findInfrastructureError(own)).toBeUndefined();
  });

  it('is found at any depth of causes and aggregated errors', () => {
    const wrap = fc.constantFrom<(inner: Error) => Error>(
      (inner) => new Error('x', { cause: inner }),
      (inner) => new AggregateError([new Error('y'), inner]),
      (inner) => error({ response: inner }),
    );
    const inner = fc.constantFrom(...FOREIGN.map(([, foreign]) => foreign as Error));
    fc.assert(
      fc.property(inner, fc.array(wrap, { maxLength: 10 }), (foreign, wraps) => {
        const outer = wraps.reduce((error, next) => next(error), foreign);
        expect(findInfrastructureError(outer)).toBe(foreign);
      }),
    );
  });

  it('is found in a cycle of causes without an endless loop', () => {
    const circle = new Error('x');
    circle.cause = new Error('y', { cause: circle });
    expect(findInfrastructureError(circle)).toBeUndefined();
  });

  it('includes an error with too many causes and an error that cannot be read', () => {
    let endless = new Error('x');
    for (let depth = 0; depth < 200; depth++) endless = new Error('x', { cause: endless });
    const unreadable = Object.defineProperty(new Error('x'), 'code', {
      get: () => {
        throw new Error('y');
      },
    });
    expect(findInfrastructureError(endless)).toEqual({});
    expect(findInfrastructureError(unreadable)).toEqual({});
    expect(findInfrastructureError(new Error('x', { cause: unreadable }))).toEqual({});
  });
});
