import { methodNames, missingMethods } from '../checks/missing-methods.js';
import { recordOf } from '../checks/record-of.js';
import type { SeamToken } from './delegate.js';
import { classOf, extendsSeam, hostOf, type ProviderWrapper } from './provider-wrapper.js';
import { SeamException } from './seam.errors.js';

const nameOf = (what: { readonly name: unknown }): string => String(what.name);

/** Throws because a seam for one provider has two. */
export const refuseTwo = (token: SeamToken<object>, wrappers: readonly ProviderWrapper[], option?: string | object) => {
  const places = [...(option ? [String(option)] : []), ...wrappers.map(hostOf)];
  throw new SeamException(
    `${token.name} is provided more than once: by ${places.join(' and by ')}. Provide it once, and export it from there.`,
  );
};

/** Throws if one module lists two providers of a seam, because Nest would silently use the last one. */
export const refuseTwice = (token: SeamToken<object>, { host }: ProviderWrapper): void => {
  const listed: readonly unknown[] = (host && Reflect.getMetadata('providers', host.metatype)) ?? [];
  const own = listed.filter((provider) => recordOf(provider)['provide'] === token);
  if (own.length < 2) return;
  throw new SeamException(`${token.name} is provided ${own.length} times in ${host?.name}. Keep one of the providers.`);
};

/** Throws because the provider of a seam that outlives turns is scoped. */
export const refuseScoped = (what: { readonly name: unknown }, wrapper: ProviderWrapper): never => {
  throw new SeamException(
    `${nameOf(what)} in ${hostOf(wrapper)} is request-scoped or transient, or depends on something that is. Make it a singleton.`,
  );
};

/** Throws because a provider's value is null or undefined. */
export const refuseNothing = (token: SeamToken<object>, wrapper: ProviderWrapper): never => {
  throw new SeamException(
    `${token.name} in ${hostOf(wrapper)} is provided as ${String(wrapper.instance)}. Provide an instance, or remove the provider.`,
  );
};

/** Throws if a provider of a seam lacks methods, because a call of them would fail much later. */
export const refuseIncomplete = (
  token: SeamToken<object>,
  wrapper: ProviderWrapper,
  methods: readonly string[],
): void => {
  const missing = missingMethods(wrapper.instance, methods);
  if (missing.length === 0) return;
  throw new SeamException(
    `${nameOf(wrapper.isNotMetatype ? token : wrapper)} in ${hostOf(wrapper)} does not implement ${token.name}. Add to it what is missing: ${methodNames(missing)}.`,
  );
};

/** Throws if a class that extends a seam is provided under its own token, where it would be ignored. */
export const refuseBareSubclass = (token: SeamToken<object>, all: readonly ProviderWrapper[]): void => {
  const bare = all.find((wrapper) => wrapper.token !== token && extendsSeam(wrapper, token));
  if (!bare) return;
  const name = classOf(bare)?.name ?? nameOf(bare);
  throw new SeamException(
    `${name} in ${hostOf(bare)} extends ${token.name} but is not provided under that token, so it would be ignored. Write { provide: ${token.name}, useClass: ${name} }.`,
  );
};
