import { Injectable, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { classOf, distinct, hostOf, isScoped, readyInstance } from './provider-wrapper.js';
import { refuseScoped } from './seam-refusals.js';
import { SeamException } from './seam.errors.js';

/** Gives the one instance of a class that an option names. Throws where there is none. */
export type InstanceOf = <T extends object>(type: Type<T>) => T;

/** Finds the providers behind classes that options name, such as a tool's `resultConverter`. */
@Injectable()
export class ProviderInstances {
  private readonly known = new Map<Type, object>();

  constructor(private readonly discovery: DiscoveryService) {}

  /** The provider of this class, or a new instance of a class that needs nothing. */
  readonly of: InstanceOf = <T extends object>(type: Type<T>): T => {
    const known = this.known.get(type) ?? this.find(type);
    this.known.set(type, known);
    return known as T;
  };

  private find(type: Type): object {
    const found = distinct(
      this.discovery.getProviders().filter((wrapper) => classOf(wrapper) === type && !wrapper.isAlias),
    );
    if (found.length > 1) {
      throw new SeamException(
        `${type.name} is provided by ${found.map(hostOf).join(' and by ')}. Provide it in one module and export it from there.`,
      );
    }
    const [wrapper] = found;
    if (!wrapper) return newInstanceOf(type);
    return isScoped(wrapper) ? refuseScoped(type, wrapper) : readyInstance<object>(wrapper);
  }
}

/** Makes an instance of a class that needs nothing: all there is outside a container. */
export const newInstanceOf: InstanceOf = (type) => {
  if (type.length === 0) return new type();
  throw new SeamException(`${type.name} needs what only Nest can give it: add it to the providers of a module.`);
};
