import 'reflect-metadata';
import { type Advisor, HIGHEST_PRECEDENCE } from './advisor.js';

/** Where an advisor stands, and for which clients. */
export interface AdviseOptions {
  /** `turn`: outside the tool loop, once a prompt. `round`: inside it, once for each answer of the model. */
  readonly around?: 'turn' | 'round';
  /** The exact place; smaller is further out. */
  readonly order?: number;
  /** The names of the clients it joins. @default all */
  readonly clients?: readonly string[];
}

const ADVISE = Symbol.for('toolgate:advise');
const PLACES = { turn: HIGHEST_PRECEDENCE + 250, round: 0 };

/** Places an injectable advisor in the chain. */
export const Advise =
  (options: AdviseOptions = {}): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(ADVISE, options, target);

/** Returns the clients that `@Advise` of a class names; undefined if it names none. */
export const clientsOf = (type: Function): readonly string[] | undefined => adviceOf(type).clients;

const adviceOf = (type: Function): AdviseOptions =>
  (Reflect.getMetadata(ADVISE, type) as AdviseOptions | undefined) ?? {};

/** The order that `@Advise` gives to a class; for advisors that have a place of their own where it gives none. */
export const placeOf = (type: Function): number | undefined => {
  const { order, around } = adviceOf(type);
  return order ?? (around && PLACES[around]);
};

/** The order of an advisor: its own, or what `@Advise` says, else 0. */
export const orderOf = (advisor: Advisor): number => advisor.order ?? placeOf(advisor.constructor) ?? 0;

/** Whether an advisor's class joins the client of this name. */
export const joins = (type: Function | undefined, client: string): boolean => {
  const clients = type && adviceOf(type).clients;
  return !clients || clients.includes(client);
};
