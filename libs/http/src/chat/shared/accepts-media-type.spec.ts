import { expect, it } from 'vitest';
import { acceptsMediaType } from './accepts-media-type.js';

it.each([
  ['image/png', 'image/png', true],
  ['image/*', 'image/png', true],
  ['image/*', 'imagery/png', false],
  ['*/*', 'application/pdf', true],
  ['image/png', 'image/jpeg', false],
])('a list with %s accepts %s: %s', (accepted, mediaType, isAccepted) => {
  expect(acceptsMediaType(['text/csv', accepted], mediaType)).toBe(isAccepted);
});
