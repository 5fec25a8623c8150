import type { FactoryProvider, Provider } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { promisedClass, type ProviderWrapper } from '#core';

type Declared = Exclude<Provider, Function>;
type Module = NonNullable<ProviderWrapper['host']>;

/** Nest's own store of the providers that dynamic modules declare. */
interface Container {
  getDynamicMetadataByToken?(module: string, key: 'providers'): readonly (Provider | undefined)[] | undefined;
}

/**
 * Describes each function tool that shares its injection token with another provider of its module. Nest uses only the
 * last of the two, so the tool could disappear without an error.
 */
export const lostFunctionTools = (wrappers: readonly ProviderWrapper[]): readonly string[] => {
  const modules = new Set(wrappers.flatMap(({ host }) => host ?? []));
  return [...modules].flatMap((module) =>
    [...byToken(declaredIn(module)).values()].flatMap((providers) => problemOf(providers, module)),
  );
};

const declaredIn = (module: Module): readonly Declared[] => {
  const container: Container | undefined = Reflect.get(module, 'container');
  const fixed: readonly Provider[] | undefined = Reflect.getMetadata(MODULE_METADATA.PROVIDERS, module.metatype);
  const dynamic = container?.getDynamicMetadataByToken?.(module.token, 'providers');
  return [...(fixed ?? []), ...(dynamic ?? [])].filter(
    (provider): provider is Declared => typeof provider === 'object' && provider !== null,
  );
};

const byToken = (declared: readonly Declared[]): ReadonlyMap<unknown, ReadonlySet<Declared>> => {
  const known = new Map<unknown, Set<Declared>>();
  for (const provider of declared)
    known.set(provider.provide, (known.get(provider.provide) ?? new Set()).add(provider));
  return known;
};

const problemOf = (providers: ReadonlySet<Declared>, { name: module }: Module): readonly string[] => {
  const tools = [...providers].filter(isFunctionTool);
  const [tool] = tools;
  if (providers.size < 2 || !tool) return [];
  const name = String(tool.provide);
  if (tools.length > 1) {
    const twin = `functionTool("${name}") in ${module}`;
    return [`Two tools are named "${name}": ${twin} and ${twin}. Give one of them another name.`];
  }
  return [
    `provideFunctionTool("${name}") in ${module} has the injection token of another provider, "${name}". Rename one of the two.`,
  ];
};

const isFunctionTool = (provider: Declared): boolean =>
  promisedClass((provider as Partial<FactoryProvider>).useFactory) !== undefined;
