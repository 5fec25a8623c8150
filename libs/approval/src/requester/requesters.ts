import { DEFAULT_TENANT, isPromiseLike, recordOf } from '#core';
import type { ToolContext } from 'toolgate/tool';
import { PERSON_LENGTH } from '../approval.constants.js';
import type { Requester, TenantRequester } from './requester.js';
import type { RequesterResolver } from './requester.resolver.js';

type Known = TenantRequester | Promise<TenantRequester>;

/** Identifies the requester once for each turn. */
export class Requesters {
  private readonly known = new WeakMap<ToolContext, Known>();
  private readonly pinned = new Map<string, TenantRequester>();

  constructor(private readonly resolver: () => RequesterResolver | undefined) {}

  /** Returns the requester of a turn; undefined if there is no RequesterResolver. */
  of(context: ToolContext): Known | undefined {
    const turn = outermost(context);
    if (this.pinned.size > 0) {
      const requester = this.pinned.get(turn.runId);
      if (requester) return requester;
    }
    const resolver = this.resolver();
    if (!resolver) return undefined;
    const known = this.known.get(turn);
    if (known) return known;
    const identified = identify(resolver, turn);
    this.known.set(turn, identified);
    return identified;
  }

  /** A resumed run has the requester it was suspended with, until the returned function is called. */
  pin(run: string, requester: TenantRequester): () => void {
    const entry = Object.freeze({ ...requester });
    this.pinned.set(run, entry);
    return () => {
      // If the run was lost and claimed again here, the entry belongs to the new claim.
      if (this.pinned.get(run) === entry) this.pinned.delete(run);
    };
  }
}

// A turn that is the body of a call acts for the requester of the turn around it.
const outermost = ({ turn }: ToolContext): ToolContext => {
  let found = turn;
  while (found.outer) found = found.outer.turn;
  return found;
};

const identify = (resolver: RequesterResolver, turn: ToolContext): Known => {
  try {
    const identified = resolver.identify(turn);
    return isPromiseLike(identified)
      ? withoutUnhandledRejection(Promise.resolve(identified).then(readRequester))
      : readRequester(identified);
  } catch (error) {
    return withoutUnhandledRejection(Promise.reject(error));
  }
};

// Strategies receive the requester, and a strategy that changed it would change who may decide.
const readRequester = (identified: Requester): TenantRequester => Object.freeze(assertRequester(identified));

// The promise may reject before it is awaited.
const withoutUnhandledRejection = (known: Promise<TenantRequester>): Promise<TenantRequester> => {
  known.catch(() => {});
  return known;
};

const assertRequester = (requester: Requester): TenantRequester => {
  const { id, tenant = DEFAULT_TENANT } = requester ?? {};
  if (isName(id) && isName(tenant)) return { id, tenant };
  throw new TypeError(
    `RequesterResolver.identify() returned no valid requester: ${requesterProblem(requester)}. Return { id, tenant } as strings of 1 to ${PERSON_LENGTH} characters, or { id } for the tenant "default".`,
  );
};

const requesterProblem = (requester: unknown): string => {
  if (typeof requester !== 'object' || requester === null) return `it returned ${describeField(requester)}`;
  const { id, tenant } = recordOf(requester);
  if (isName(id)) return `its "tenant" is ${describeField(tenant)}`;
  return 'id' in requester ? `its "id" is ${describeField(id)}` : 'it has no "id"';
};

const describeField = (value: unknown): string => {
  if (value === undefined || value === null) return String(value);
  if (typeof value !== 'string') return 'not a string';
  if (value === '') return 'an empty string';
  return value.length > PERSON_LENGTH ? `a string of more than ${PERSON_LENGTH} characters` : 'a string';
};

// No approver has a longer id or tenant, and PostgreSQL would not save the run.
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= PERSON_LENGTH;
