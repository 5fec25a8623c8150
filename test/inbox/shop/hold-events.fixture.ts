import type { ServerResponse } from 'node:http';
import type { INestApplication } from '@nestjs/common';

/** Which events of a stream do not arrive. */
export interface HeldEvents {
  /** The index of the first event that is held back; 0 is the snapshot. */
  readonly from: number;
  /** How many connections lose their events; later connections receive all. @default Infinity */
  readonly connections?: number;
}

/** Holds events of the stream back, and keeps its connection open, as a proxy or a dead network does. */
export const holdEvents = (app: INestApplication, { from, connections = Infinity }: HeldEvents): void => {
  let opened = 0;
  app.use('/approvals/changes', (_: unknown, response: ServerResponse, next: () => void) => {
    if (opened++ < connections) holdWrites(response, from);
    next();
  });
};

const holdWrites = (response: ServerResponse, from: number): void => {
  const write = response.write.bind(response) as (chunk: unknown) => boolean;
  let written = 0;
  response.write = (chunk: unknown) => (written++ < from ? write(chunk) : true);
};
