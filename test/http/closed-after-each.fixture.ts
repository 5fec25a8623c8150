import { afterEach } from 'vitest';
import type { INestApplication } from '@nestjs/common';

/** Returns a function that starts an application as `start` does. Each is closed after its test. */
export const closedAfterEach = <Args extends readonly unknown[], Started extends { readonly app: INestApplication }>(
  start: (...args: Args) => Promise<Started>,
) => {
  const open: INestApplication[] = [];
  afterEach(() => Promise.all(open.splice(0).map((app) => app.close())));
  return async (...args: Args): Promise<Started> => {
    const started = await start(...args);
    open.push(started.app);
    return started;
  };
};
