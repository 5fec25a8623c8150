import { type Class, prototypeChain } from '#core';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { validationsOf } from './class-validator.js';
import { findPackages, isLoaded, type LoadedPackage } from './optional-peer.js';
import type { TypeThunk } from './type-reference.js';

/** The metadata of `@Type` on a property. */
export interface TypeMetadata {
  readonly reflectedType: unknown;
  readonly typeFunction?: TypeThunk;
  readonly options?: { readonly discriminator?: unknown };
}

interface TransformerStorage {
  readonly _typeMetadatas?: ReadonlyMap<unknown, ReadonlyMap<string | undefined, unknown>>;
  readonly _transformMetadatas?: TransformerStorage['_typeMetadatas'];
  readonly _exposeMetadatas?: TransformerStorage['_typeMetadatas'];
  readonly _excludeMetadatas?: TransformerStorage['_typeMetadatas'];
  getStrategy(target: Class): 'excludeAll' | 'exposeAll' | 'none';
  getExposedProperties(target: Class, direction: number): readonly string[];
  getExcludedProperties(target: Class, direction: number): readonly string[];
  findTypeMetadata(target: Class, key: string): TypeMetadata | undefined;
  findExposeMetadata(
    target: Class,
    key: string,
  ): { readonly options?: { name?: string; groups?: string[] } } | undefined;
}

/** The application's class-transformer, for one class. */
export interface Transformer {
  /** The properties with decorators of class-transformer, the ancestors' first. */
  readonly keys: readonly string[];
  isExcluded(key: string): boolean;
  /** The property's name in JSON. */
  nameOf(key: string): string;
  typeOf(key: string): TypeMetadata | undefined;
  toInstance(plain: object): object;
}

const PLAIN_TO_CLASS = 0;
const STORAGE = 'cjs/storage.js';

/**
 * Reads class-transformer's decorators on a DTO class, from the copy of the package whose decorators the class uses.
 * @throws ToolDeclarationException if the package is not installed, or is part of a bundle
 */
export function transformerOf(type: Class): Transformer {
  refuseBundled(type);
  const [first, ...others] = findPackages('class-transformer', STORAGE);
  if (!first) {
    throw new ToolDeclarationException(
      `${type.name} is a DTO class, but class-transformer, which creates its instances, is not installed. Run npm install class-transformer.`,
    );
  }
  const found = [first, ...others].find((copy) => keysIn(storageOf(copy), type).length > 0) ?? first;
  const storage = storageOf(found);
  const { plainToInstance } = found.load('cjs/index.js') as {
    plainToInstance: (type: Class, plain: object, options: object) => object;
  };
  const excluded = storage.getExcludedProperties(type, PLAIN_TO_CLASS);
  const exposed = storage.getExposedProperties(type, PLAIN_TO_CLASS);
  const onlyExposed = storage.getStrategy(type) === 'excludeAll';
  const exposure = (key: string) => storage.findExposeMetadata(type, key)?.options;
  return {
    keys: keysIn(storage, type),
    isExcluded: (key) =>
      excluded.includes(key) || (onlyExposed && !exposed.includes(key)) || (exposure(key)?.groups ?? []).length > 0,
    nameOf: (key) => (exposed.includes(key) && exposure(key)?.name) || key,
    typeOf: (key) => storage.findTypeMetadata(type, key),
    // Otherwise a missing exposed property would lose its default value.
    toInstance: (plain) => plainToInstance(type, plain, { exposeUnsetFields: false }),
  };
}

/**
 * Throws `ToolDeclarationException` for a class whose decorators of class-validator ran in a bundle. A bundle contains its
 * own class-transformer, and the copy on the disk has no decorator of the class: `@Exclude()` would have no effect.
 */
function refuseBundled(type: Class): void {
  if (isLoaded('class-transformer', STORAGE) || isLoaded('class-validator', 'cjs/index.js')) return;
  if (validationsOf(type).length === 0) return;
  throw new ToolDeclarationException(
    `${type.name} cannot be read, because a bundler packed class-validator and class-transformer into the application. Declare both as external packages in the configuration of the bundler, and install them beside the bundle.`,
  );
}

function storageOf(copy: LoadedPackage): TransformerStorage {
  return (copy.load(STORAGE) as { defaultMetadataStorage: TransformerStorage }).defaultMetadataStorage;
}

function keysIn(storage: TransformerStorage, type: Class): string[] {
  const { _typeMetadatas, _transformMetadatas, _exposeMetadatas, _excludeMetadatas } = storage;
  const keys = prototypeChain(type)
    .toReversed()
    .flatMap((target) =>
      [_exposeMetadatas, _typeMetadatas, _transformMetadatas, _excludeMetadatas].flatMap((kind) => [
        ...(kind?.get(target)?.keys() ?? []),
      ]),
    );
  return [...new Set(keys.filter((key) => key !== undefined))];
}
