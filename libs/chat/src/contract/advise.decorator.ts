import 'reflect-metadata';
import { type Advisor, HIGHEST_PRECEDENCE } from './advisor.js';

/** The position of an advisor in the chain, and the clients that it joins. */
export interface AdviseOptions {
  /** `turn`: outside the tool loop, once per prompt. `round`: inside the loop, once per answer of the model. */
  readonly around?: 'turn' | 'round';
  /** The exact position; a smaller order is further out. */
  readonly order?: number;
  /** The names of the clients that the advisor joins. @default all */
  readonly clients?: readonly string[];
}

const ADVISE = Symbol.for('toolgate:advise');
const PLACES = { turn: HIGHEST_PRECEDENCE + 250, round: 0 };

/** Sets the position of an injectable advisor in the chain. */
export const Advise =
  (options: AdviseOptions = {}): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(ADVISE, options, target);

/** Returns the clients that `@Advise` of a class names; undefined if it names none. */
export const clientsOf = (type: Function): readonly string[] | undefined => adviceOf(type).clients;

const adviceOf = (type: Function): AdviseOptions => Reflect.getMetadata(ADVISE, type) ?? {};

/**
 * Returns the order that `@Advise` sets for a class; undefined if it sets none. Advisors with a default order of their
 * own call it.
 */
export const placeOf = (type: Function): number | undefined => {
  const { order, around } = adviceOf(type);
  return order ?? (around && PLACES[around]);
};

/** Returns the order of an advisor: its own, else that of `@Advise`, else 0. */
export const orderOf = (advisor: Advisor): number => advisor.order ?? placeOf(advisor.constructor) ?? 0;

/** Returns whether the advisors of this class join the client of this name. */
export const joins = (type: Function | undefined, client: string): boolean => {
  const clients = type && adviceOf(type).clients;
  return !clients || clients.includes(client);
};
