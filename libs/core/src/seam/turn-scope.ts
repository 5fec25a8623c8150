import { type ContextId, ContextIdFactory, type ModuleRef } from '@nestjs/core';
import { moduleRefOf, type ProviderWrapper } from './provider-wrapper.js';

/** Identifies a turn, as a tool context does. Nest injects `turn` as `REQUEST` into the turn's instances. */
export interface TurnScope {
  readonly turn: object;
}

const contexts = new WeakMap<object, ContextId>();

/** Resolves a turn's instance of a scoped provider in its own module. `REQUEST` is the turn's tool context. */
export const resolveForTurn = <T>(wrapper: ProviderWrapper, context: TurnScope): Promise<T> => {
  const moduleRef = moduleRefOf(wrapper);
  return moduleRef.resolve<T>(wrapper.token, contextIdOf(context, moduleRef), { strict: true });
};

/** Returns the id by which Nest finds a turn's instances. */
export const contextIdOf = ({ turn }: TurnScope, moduleRef: ModuleRef): ContextId => {
  let id = contexts.get(turn);
  if (!id) {
    id = ContextIdFactory.create();
    moduleRef.registerRequestByContextId(turn, id);
    contexts.set(turn, id);
  }
  return id;
};
