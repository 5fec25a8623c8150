import { RequesterResolver } from 'toolgate/approval';

export const USER = { id: 'ada' };

/** Every request is made by the same person. */
export class Asker extends RequesterResolver {
  identify() {
    return USER;
  }
  rehydrate() {
    return { type: 'present' } as const;
  }
}
