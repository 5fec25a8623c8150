import type { Seams } from '#core';
import { RequesterResolver } from '../requester/requester.resolver.js';
import type { ActiveStore } from '../store/active-store.js';

/** Returns why a turn cannot wait for a person, and what to do about it; undefined if it can wait. */
export const lackOf = (store: ActiveStore, seams: Seams): string | undefined => {
  if (!store.find()) return 'no ApprovalStore is configured. Import SqlModule, or provide ApprovalStore.';
  if (seams.isReplaced(RequesterResolver)) return undefined;
  const missing = 'no RequesterResolver is provided under its own token.';
  const [bare] = seams.collect(RequesterResolver);
  if (!bare?.type) return `${missing} Write { provide: RequesterResolver, useClass: … }.`;
  const { name } = bare.type;
  return `${missing} ${name} in ${bare.module} extends RequesterResolver. Write { provide: RequesterResolver, useClass: ${name} }.`;
};
