import type { JsonObject } from 'toolgate/model';
import type { ToolContext } from 'toolgate/tool';
import type { Requester } from './requester.js';
import { type Rehydrated, RequesterResolver } from './requester.resolver.js';

type Identify<T extends JsonObject> = (context: ToolContext<T>) => Requester | Promise<Requester>;

class PresentRequesters<T extends JsonObject> extends RequesterResolver {
  constructor(private readonly read: Identify<T>) {
    super();
  }

  identify(context: ToolContext<T>): Requester | Promise<Requester> {
    return this.read(context);
  }

  rehydrate(): Rehydrated {
    return { type: 'present' };
  }
}

/**
 * Returns a resolver that reads the requester of a turn from its tool context. It never finds a requester gone: a run
 * that waits resumes even if its requester has left meanwhile. Extend `RequesterResolver` to check that.
 */
export const presentRequesters = <T extends JsonObject>(identify: Identify<T>): RequesterResolver =>
  new PresentRequesters(identify);
