import type { ChatResponse } from 'toolgate/model';

/** An entity, and the response it was read from. */
export interface ResponseEntity<T> {
  readonly entity: T;
  readonly response: ChatResponse;
}
