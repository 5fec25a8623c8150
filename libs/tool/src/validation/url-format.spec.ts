import { expect, it } from 'vitest';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import * as fc from 'fast-check';
import { URL_FORMAT } from './compile-schema.js';

it('a URL is valid exactly as the format defines', () => {
  const piece = fc.constantFrom(
    'http://',
    'ftp://',
    'a',
    'shop',
    '-',
    '.',
    ':',
    '@',
    '/',
    '10.0.0.1',
    'com',
    ':80',
    '?',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      for (const text of [pieces.join(''), `http://${pieces.join('')}`, `http://${pieces.join('')}shop.example`]) {
        expect([text, URL_FORMAT.test(text)]).toEqual([text, (fullFormats.url as RegExp).test(text)]);
      }
    }),
    { seed: 7, numRuns: 1000 },
  );
});

// An ambiguous pattern would run for an hour.
it('a long text that is not a URL is rejected in linear time', () => {
  expect(URL_FORMAT.source).not.toContain('(?::\\S*)?@');
  expect(URL_FORMAT.test(`http://${':'.repeat(1_000_000)}`)).toBe(false);
});
