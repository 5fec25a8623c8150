import { Injectable, type Type } from '@nestjs/common';
import { DiscoveryService, ModulesContainer } from '@nestjs/core';
import { assertOneCopy, seamOf } from './assert-one-copy.js';
import { type Collected, toCollected } from './collected.js';
import type { SeamToken } from './delegate.js';
import {
  classOf,
  distinct,
  extendsSeam,
  isNothing,
  isScoped,
  type ProviderWrapper,
  readyInstance,
} from './provider-wrapper.js';
import {
  refuseBareSubclass,
  refuseIncomplete,
  refuseNothing,
  refuseScoped,
  refuseTwice,
  refuseTwo,
} from './seam-refusals.js';
import { SeamException } from './seam.errors.js';
import { SEAM } from './seam.js';
import { resolveForTurn, type TurnScope } from './turn-scope.js';
import type { CreatedClass } from './uninjectable-classes.js';

/** The registration of one seam. */
export interface SeamOptions<T extends object> {
  /** Creates the framework's own part, used if the application provides none. */
  readonly fallback: () => T;
  /** The part given in the module's options, with the option's name. It counts as provided. */
  readonly option?: { readonly value: T | undefined; readonly from: string };
  /** Whether request-scoped and transient providers are allowed; `forTurn` returns them. @default false */
  readonly scoped?: boolean;
  /** Whether a provider that extends the seam under its own token stops start-up. @default false */
  readonly refuseBareSubclass?: boolean;
  /** The methods without which a provider stops start-up. */
  readonly methods?: readonly string[];
}

type Found<T> =
  | { readonly type: 'fallback' | 'provided'; readonly value: T }
  | { readonly type: 'scoped'; readonly wrapper: ProviderWrapper };

/** Finds the application's replacements of the framework's parts, on first use and again at start-up. */
@Injectable()
export class Seams {
  private readonly options = new Map<unknown, SeamOptions<object>>();
  private readonly standIns = new Map<unknown, () => object>();
  private readonly plugged = new Map<unknown, () => object>();
  private readonly delegates = new WeakSet<object>();
  private readonly found = new Map<unknown, Found<unknown>>();

  private moduleCount = 0;
  /** Increases each time the cache is cleared. */
  private version = 0;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly modules: ModulesContainer,
  ) {}

  /** Registers a seam with the delegate that is provided under its token. */
  register<T extends object>(token: SeamToken<T>, delegate: T, options: SeamOptions<T>): T {
    this.options.set(token, options);
    this.delegates.add(delegate);
    return delegate;
  }

  /** Replaces another room's fallback. A provider of the application still takes precedence. */
  plug<T extends object>(token: SeamToken<T>, fallback: () => T): void {
    this.plugged.set(token, fallback);
    // Parts created with the old fallback refer to it.
    this.forget();
  }

  /** Provides a part of another room unless the application provides one. It counts as provided. */
  standIn<T extends object>(token: SeamToken<T>, part: () => T): void {
    this.standIns.set(token, part);
    this.forget();
  }

  /** Returns the active part of a seam. Throws `SeamException` if its provider is scoped. */
  effective<T extends object>(token: SeamToken<T>): T {
    const found = this.find(token);
    if (found.type !== 'scoped') return found.value;
    throw new SeamException(`${token.name} is request-scoped and exists only within a turn. Make it a singleton.`);
  }

  /** Returns the part that the application provides; undefined if the framework's own part is active. */
  provided<T extends object>(token: SeamToken<T>): T | undefined {
    return this.isReplaced(token) ? this.effective(token) : undefined;
  }

  /** Returns a function that calls `find` once, and again only after a provider may have changed. */
  cached<T>(find: () => T): () => T {
    let known: T;
    let foundAt = -1;
    return () => {
      this.forgetIfModulesCame();
      if (foundAt !== this.version) {
        const { version } = this;
        known = find();
        foundAt = version;
      }
      return known;
    };
  }

  /** Returns the active part for a turn; a promise only if the provider is scoped. */
  forTurn<T extends object>(token: SeamToken<T>, context: TurnScope): T | Promise<T> {
    const found = this.find(token);
    return found.type === 'scoped' ? resolveForTurn<T>(found.wrapper, context) : found.value;
  }

  /** Whether the application, or an option, replaces the framework's own part. */
  isReplaced(token: SeamToken<object>): boolean {
    return this.find(token).type !== 'fallback';
  }

  /** Whether the active part is created for each turn. */
  isMadeForTurns(token: SeamToken<object>): boolean {
    return this.find(token).type === 'scoped';
  }

  /** Returns the class name of the active part. */
  nameOf(token: SeamToken<object>): string {
    const found = this.find(token);
    return found.type === 'scoped' ? (classOf(found.wrapper)?.name ?? token.name) : found.value.constructor.name;
  }

  /**
   * Returns every provider whose class extends the seam, or whose token is the seam, in the order of declaration.
   * Throws `SeamException` if one is provided as null or undefined.
   */
  collect<T extends object>(seam: SeamToken<T>): readonly Collected<T>[] {
    const providers = this.discovery
      .getProviders()
      .filter(
        (wrapper) => extendsSeam(wrapper, seam) || (wrapper.token === seam && !(wrapper.isAlias && isScoped(wrapper))),
      )
      .filter((wrapper) => !this.delegates.has(wrapper.instance));
    const nothing = providers.find(isNothing);
    if (nothing) refuseNothing(seam, nothing);
    return distinct(providers).map((wrapper) => toCollected<T>(wrapper));
  }

  /** Searches again for all seams. Throws `SeamException` if one is provided twice or incorrectly. */
  check(): void {
    this.forget();
    assertOneCopy(this.discovery.getProviders());
    for (const token of this.options.keys()) this.find(token as SeamToken<object>);
  }

  /** Returns the classes of seams that Nest creates, in the order of declaration. */
  created(): readonly CreatedClass[] {
    return this.discovery.getProviders().flatMap(({ isNotMetatype, isAlias, metatype, token }) => {
      const type = metatype as Type | null;
      const seam = isNotMetatype || isAlias || !type ? undefined : (seamOf(type) ?? seamOf(token));
      return type && seam ? [{ type, role: `is provided as ${seam[SEAM]}` }] : [];
    });
  }

  private find<T extends object>(token: SeamToken<T>): Found<T> {
    this.forgetIfModulesCame();
    const known = this.found.get(token);
    if (known) return known as Found<T>;
    const found = this.search(token);
    this.found.set(token, found);
    return found;
  }

  // Lazy-loaded modules may contain a provider of a seam.
  private forgetIfModulesCame(): void {
    if (this.moduleCount === this.modules.size) return;
    this.moduleCount = this.modules.size;
    this.forget();
  }

  private forget(): void {
    this.found.clear();
    this.version++;
  }

  private search<T extends object>(token: SeamToken<T>): Found<T> {
    const options = this.options.get(token) as SeamOptions<T>;
    const all = this.discovery.getProviders();
    const provided = all.filter((wrapper) => wrapper.token === token);
    const own = provided.filter((wrapper) => this.delegates.has(wrapper.instance));
    const overridden = provided.length > 0 && own.length === 0;
    const candidates = distinct(provided.filter((wrapper) => !own.includes(wrapper)));
    const [first] = candidates;
    if (overridden && first) return toFound(token, first, options);
    const option = options.option?.value;
    if (candidates.length + (option ? 1 : 0) > 1) refuseTwo(token, candidates, option && options.option?.from);
    if (first) refuseTwice(token, first);
    if (first) return toFound(token, first, options);
    if (option) return { type: 'provided', value: option };
    const standIn = this.standIns.get(token) as (() => T) | undefined;
    if (standIn) return { type: 'provided', value: standIn() };
    if (options.refuseBareSubclass) refuseBareSubclass(token, all);
    const fallback = (this.plugged.get(token) as (() => T) | undefined) ?? options.fallback;
    return { type: 'fallback', value: fallback() };
  }
}

const toFound = <T extends object>(
  token: SeamToken<T>,
  wrapper: ProviderWrapper,
  // Absent if a test overrides the delegate.
  { scoped, methods = [] }: Partial<SeamOptions<T>> = {},
): Found<T> => {
  if (isScoped(wrapper)) return scoped ? { type: 'scoped', wrapper } : refuseScoped(token, wrapper);
  const value = readyInstance<T>(wrapper) ?? refuseNothing(token, wrapper);
  refuseIncomplete(token, wrapper, methods);
  return { type: 'provided', value };
};
