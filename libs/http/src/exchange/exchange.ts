import type { Approver } from 'toolgate/approval';
import type { JsonObject } from 'toolgate/model';
import type { KnownPrincipal } from '../principal/principals.js';
import type { QueryNames } from './read-query.js';

/** What a route accepts. A name that is not listed is refused. */
export interface RouteShape {
  readonly query?: QueryNames;
  /** The properties of the body. */
  readonly body?: readonly string[];
  /** Throws `RequestException` for a body that the route refuses with a reason of its own. */
  readonly refuse?: (body: JsonObject) => void;
}

/** One request to the door: its person is identified, and everything it sends is checked for its shape. */
export interface Exchange {
  readonly by: Approver;
  readonly principal: KnownPrincipal;
  /** The id in the path; empty if the route has none. */
  readonly id: string;
  readonly query: ReadonlyMap<string, readonly string[]>;
  /** The body of a write; an empty body is an empty object. */
  readonly body: JsonObject;
  readonly ifMatch: string | undefined;
}
