import { Injectable, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { classOf, distinct, hostOf, isScoped, readyInstance } from './provider-wrapper.js';
import { messageOf } from '../log/message-of.js';
import { refuseScoped } from './seam-refusals.js';
import { SeamException } from './seam.errors.js';

/** Returns the singleton of a class that an option names. Throws `SeamException` if there is none. */
export type InstanceOf = <T extends object>(type: Type<T>) => T;

/** Finds the providers of classes that options name, such as a tool's `resultConverter`. */
@Injectable()
export class ProviderInstances {
  private readonly known = new Map<Type, object>();

  constructor(private readonly discovery: DiscoveryService) {}

  /** Returns the provider of the class, or a new instance if its constructor has no parameters. */
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

/** Creates an instance of a class without constructor parameters; used outside a container. */
export const newInstanceOf: InstanceOf = (type) => {
  if (type.length > 0) {
    throw new SeamException(
      `${type.name} has constructor parameters that only Nest can inject. Add it to the providers of a module.`,
    );
  }
  try {
    return new type();
  } catch (cause) {
    throw new SeamException(
      `${type.name} could not be created: ${messageOf(cause).replace(/\.$/, '')}. Correct its constructor, or pass an instance.`,
      { cause },
    );
  }
};
