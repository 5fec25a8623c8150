import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  PIPES_METADATA,
} from '@nestjs/common/constants.js';
import type { Class } from '#core';

/** The kinds of enhancers in Nest's pipeline. */
export type EnhancerKind = 'guards' | 'interceptors' | 'pipes' | 'filters';

/** The enhancers of one method by kind: classes and instances, those of its class first. */
export type Enhancers = Readonly<Record<EnhancerKind, readonly object[]>>;

interface EnhancerProperties {
  /** The metadata key under which Nest stores them on a method or a class. */
  readonly metadata: string;
  readonly decorator: string;
  /** The method that every enhancer of the kind has. */
  readonly method: string;
}

/** The properties of each kind of enhancer. */
export const ENHANCERS: Readonly<Record<EnhancerKind, EnhancerProperties>> = {
  guards: { metadata: GUARDS_METADATA, decorator: '@UseGuards()', method: 'canActivate' },
  interceptors: { metadata: INTERCEPTORS_METADATA, decorator: '@UseInterceptors()', method: 'intercept' },
  pipes: { metadata: PIPES_METADATA, decorator: '@UsePipes()', method: 'transform' },
  filters: { metadata: EXCEPTION_FILTERS_METADATA, decorator: '@UseFilters()', method: 'catch' },
};

/** The kinds, in the order in which messages list the decorators. */
export const ENHANCER_KINDS = Object.keys(ENHANCERS) as readonly EnhancerKind[];

/** Returns the enhancers of a class and of the method that runs. */
export const enhancersOf = (type: Class, handler: Function): Enhancers =>
  Object.fromEntries(
    ENHANCER_KINDS.map((kind) => [kind, [...enhancersOn(type, kind), ...enhancersOn(handler, kind)]]),
  ) as unknown as Enhancers;

/** Returns the enhancers of one class or one method. */
export const enhancersOn = (target: object, kind: EnhancerKind): readonly object[] =>
  Reflect.getMetadata(ENHANCERS[kind].metadata, target) ?? [];
