import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { redactSecrets } from './redact-secrets.js';

const PEM = '-----BEGIN RSA PRIVATE KEY-----\nMIIEow/s3cret+\n-----END RSA PRIVATE KEY-----';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';

const secrets: readonly (readonly [text: string, redacted: string])[] = [
  ['password=hunter2', 'password=[redacted]'],
  ['PGPASSWORD=hunter2 psql', 'PGPASSWORD=[redacted] psql'],
  ['passwd: hunter2, user: bob', 'passwd: [redacted], user: bob'],
  ['Server=db;User=bob;Password=hunter2;Port=1', 'Server=db;User=bob;Password=[redacted];Port=1'],
  ['{"password":"hunter2 and more","user":"bob"}', '{"password":"[redacted]","user":"bob"}'],
  ['{"password": "hun\\"ter2", "a": 1}', '{"password": "[redacted]", "a": 1}'],
  ['"{\\"password\\":\\"hunter2\\",\\"a\\":1}"', '"{\\"password\\":\\"[redacted]\\",\\"a\\":1}"'],
  ["{ apiKey: 'hunter2', 'x-api-key': `hunter3` }", "{ apiKey: '[redacted]', 'x-api-key': `[redacted]` }"],
  ['{"clientSecret":["hunter2"]}', '{"clientSecret":["[redacted]"]}'],
  ["'secret_key' => 'hunter2'", "'secret_key' => '[redacted]'"],
  ['GET /orders?access_token=hunter2&page=2', 'GET /orders?access_token=[redacted]&page=2'],
  ['aws_secret_access_key = hunter2', 'aws_secret_access_key = [redacted]'],
  ['Private key: hunter2', 'Private key: [redacted]'],
  ['AccountKey=aHVudGVy==;x', 'AccountKey=[redacted];x'],
  ['the password="hunter2 without an end', 'the password="[redacted]'],
  ['Authorization: Bearer hunter2', 'Authorization: [redacted]'],
  ['authorization: Basic aHVudGVyMg==', 'authorization: [redacted]'],
  ["[ 'authorization', 'Bearer hunter2-hunter2' ]", "[ 'authorization', 'Bearer [redacted]' ]"],
  ['sent Bearer hunter2-hunter2', 'sent Bearer [redacted]'],
  ['sent Basic aHVudGVyMjpodW50ZXIy', 'sent Basic [redacted]'],
  ['postgres://bob:hunter2@db:5432/orders', 'postgres://bob:[redacted]@db:5432/orders'],
  ['redis://:hunter2@cache', 'redis://:[redacted]@cache'],
  ['https://bob:hun@ter2@host/x', 'https://bob:[redacted]@host/x'],
  [`key ${PEM} end`, 'key [redacted] end'],
  [`privateKey: "${PEM.replaceAll('\n', '\\n')}" end`, 'privateKey: "[redacted]" end'],
  ['-----BEGIN PRIVATE KEY-----\nMIIEow', '[redacted]'],
  [`sent ${JWT}`, 'sent [redacted]'],
  ['Incorrect API key provided: sk-proj-abcdefghijklmnop1234.', 'Incorrect API key provided: [redacted].'],
  ['got sk-ant-api03-abcdefghijklmnop', 'got [redacted]'],
  [`got ghp_${'a1'.repeat(18)}`, 'got [redacted]'],
  [`got github_pat_${'a1'.repeat(20)}`, 'got [redacted]'],
  ['got AKIAIOSFODNN7EXAMPLE', 'got [redacted]'],
  [`got ${'xoxb'}-123456789012-abcdef`, 'got [redacted]'],
  [`got AIza${'a1'.repeat(18)}`, 'got [redacted]'],
  [`got hf_${'aB'.repeat(17)}`, 'got [redacted]'],
  [`got npm_${'a1'.repeat(18)}`, 'got [redacted]'],
  [`got SG.${'a1'.repeat(11)}.${'b-2'.repeat(14)}`, 'got [redacted]'],
  ['Cookie: session=hunter2; theme=dark\nHost: db', 'Cookie: session=[redacted]\nHost: db'],
  ['set-cookie: sid=hunter2; HttpOnly', 'set-cookie: sid=[redacted]'],
];

const harmless = [
  'There is no order A-1042.',
  'password must be longer than or equal to 8 characters',
  'The password of bob is wrong.',
  'This needs 4096 tokens; max_tokens=1000',
  'secretary: Bob',
  'Cookie: a small biscuit; npm_config is not set',
  'Basic authentication failed',
  'The Basic plan allows 3 orders',
  'The Bearer token is missing',
  'Invalid bearer authentication scheme.',
  'The task-force-for-the-long-names is busy',
  'https://host:8080/orders and bob@example.com',
  'http://[::1]:3000/a@b',
  '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----',
];

describe('redactSecrets', () => {
  it.each(secrets)('redacts only the secret: %s', (text, redacted) => {
    expect(redactSecrets(text)).toBe(redacted);
  });

  it.each(secrets)('changes nothing a second time: %s', (_, redacted) => {
    expect(redactSecrets(redacted)).toBe(redacted);
  });

  it.each(harmless)('does not change text without secrets: %s', (text) => {
    expect(redactSecrets(text)).toBe(text);
  });

  it('redacts each of several secrets, over many lines', () => {
    expect(redactSecrets('token=a\ntoken=b, password=c\n')).toBe(
      'token=[redacted]\ntoken=[redacted], password=[redacted]\n',
    );
  });

  it('redacts every match of the caller’s patterns, with any flags', () => {
    const text = 'ID 12-34, id 56-78';
    for (const pattern of [/id \d\d-\d\d/gi, /id \d\d-\d\d/i, /id \d\d-\d\d/iy]) {
      pattern.lastIndex = 9;
      expect(redactSecrets(text, [pattern])).toBe('[redacted], [redacted]');
      expect(pattern.lastIndex).toBe(9);
    }
    expect(redactSecrets(text, [/(?<=id )[\d-]+/g, /x*/])).toBe('ID 12-34, id [redacted]');
  });

  it('never shows the value after the name of a secret', () => {
    const names = fc.constantFrom('password', 'DB_PASSWORD', 'apiKey', 'x-api-key', 'client_secret', 'accessToken');
    const value = fc.string({ minLength: 1 }).map((text) => `s3cret${text}`);
    fc.assert(
      fc.property(names, value, fc.string(), (name, secret, before) => {
        const json = JSON.stringify({ before: 'x', [name]: secret, after: 1 });
        expect(JSON.parse(redactSecrets(json))).toEqual({ before: 'x', [name]: '[redacted]', after: 1 });
        expect(redactSecrets(`${before} ${name}=${encodeURIComponent(secret)}&after=1`)).not.toContain('s3cret');
      }),
    );
  });

  // With a step for each pair of characters, one of these texts would take minutes.
  it('takes linear time for long texts of any start of a secret', () => {
    const units =
      'password|password="|secret\\"|token="\\"|token_|api key |-----BEGIN PRIVATE KEY-----|-----BEGIN A|://|://a:|@|Bearer |Bearer auth|Basic aaaaaa-|eyJ-|eyJaaaaaaaaaaaa.|sk-|\\|"|a'.split(
        '|',
      );
    for (const unit of units) {
      const text = unit.repeat(1_000_000 / unit.length);
      expect(redactSecrets(`${text} password=secret`)).not.toContain('password=secret');
    }
    expect(redactSecrets(`password="${'a'.repeat(10_000_000)}`)).toBe('password="[redacted]');
  });
});
