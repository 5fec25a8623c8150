import { RequesterResolver } from 'toolgate/approval';

/** The requester of every turn of an example. */
export class Ann extends RequesterResolver {
  identify() {
    return { id: 'ann' };
  }

  rehydrate() {
    return { type: 'present' } as const;
  }
}
