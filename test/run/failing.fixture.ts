import { expect, it } from 'vitest';

it('fails', () => {
  expect('red').toBe('green');
});
