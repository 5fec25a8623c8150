import { expect, test } from 'vitest';
import type { ChangeBody } from 'toolgate/http/client';
import { isAffected } from './affected.js';

const change = (version: number, status: 'PENDING' | 'APPROVED' = 'APPROVED'): ChangeBody => ({
  kind: 'approval',
  id: 'a',
  version,
  status,
});

const list = (status: string | undefined, ...items: object[]) =>
  [['approvals', 'list', { status }], { pages: [{ items }] }] as const;

test('a list is out of date if it has an older version of the record', () => {
  expect(isAffected(...list('PENDING', { id: 'a', version: 1 }), change(2))).toBe(true);
  expect(isAffected(...list('PENDING', { id: 'a', version: 2 }), change(2))).toBe(false);
});

test('a list without the record is out of date if it lists the new status', () => {
  expect(isAffected(...list('PENDING'), change(1, 'PENDING'))).toBe(true);
  expect(isAffected(...list('PENDING'), change(2, 'APPROVED'))).toBe(false);
  expect(isAffected(...list(undefined), change(2, 'APPROVED'))).toBe(true);
});

test('one record is out of date if its version is older', () => {
  expect(isAffected(['approvals', 'one', 'a'], { id: 'a', version: 1 }, change(2))).toBe(true);
  expect(isAffected(['approvals', 'one', 'a'], { id: 'a', version: 2 }, change(2))).toBe(false);
  expect(isAffected(['approvals', 'one', 'b'], { id: 'b', version: 1 }, change(2))).toBe(false);
  expect(isAffected(['approvals', 'history', 'a'], [], change(2))).toBe(true);
});

test('counts are out of date after every change', () => {
  expect(isAffected(['approvals', 'counts', {}], {}, change(2))).toBe(true);
});

test('the change of an approval leaves the list of runs as it is, and that of a run all approvals', () => {
  const run: ChangeBody = { kind: 'run', id: 'r', version: 2, status: 'completed' };
  expect(isAffected(['runs', 'list', {}], { items: [] }, change(2))).toBe(false);
  expect(isAffected(['runs', 'events', 'r'], [], change(2))).toBe(true);
  expect(isAffected(['runs', 'list', {}], { items: [{ id: 'r', version: 1 }] }, run)).toBe(true);
  expect(isAffected(['runs', 'events', 'q'], [], run)).toBe(false);
  expect(isAffected(['approvals', 'counts', {}], {}, run)).toBe(false);
  expect(isAffected(['me'], {}, run)).toBe(false);
});
