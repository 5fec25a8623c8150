import type { DynamicModule, FactoryProvider, Provider } from '@nestjs/common';
import { type ChatClientFeature, ChatFeatureModule } from '#chat';
import type { ChatClientOptions } from 'toolgate/chat';
import { clientMemoryAdvisor } from '#memory';
import { ChatMemory, ChatMemoryRepository } from 'toolgate/memory';
import { checkFeature } from './check-options.js';
import type { ToolgateFeature, ToolgateFeatureOptions } from './toolgate-feature.js';

/** Creates named clients, each with the memory of its option `memory`. */
export const featureClients = (features: readonly ToolgateFeature[]): DynamicModule => {
  const parts = features.map(partsOf);
  const module = ChatFeatureModule.forFeature(parts.map(({ client }) => client));
  return { ...module, providers: [...parts.flatMap(({ providers }) => providers), ...(module.providers ?? [])] };
};

const partsOf = (feature: ToolgateFeature): { readonly client: ChatClientFeature; readonly providers: Provider[] } => {
  checkFeature(feature);
  const { name } = feature;
  const token = Symbol(`toolgate:feature:${name}`);
  const client = {
    name,
    ...('imports' in feature && { imports: feature.imports }),
    inject: [token],
    useFactory: withoutMemory,
  };
  return { client, providers: [optionsProvider(token, feature), memoryProvider(token, name)] };
};

const withoutMemory = (options: ToolgateFeatureOptions): ChatClientOptions => {
  // The result of a factory may be any value; the client validates it.
  if (options?.memory === undefined) return options;
  const { memory: _, ...rest } = options;
  return rest;
};

const optionsProvider = (token: symbol, feature: ToolgateFeature): FactoryProvider => {
  if (!('useFactory' in feature)) {
    const { name: _, ...options } = feature;
    return { provide: token, useFactory: () => options };
  }
  const { name, inject, useFactory } = feature;
  return {
    provide: token,
    inject,
    useFactory: async (...dependencies: unknown[]) => {
      const options = await useFactory(...dependencies);
      if (options?.memory !== undefined) checkFeature({ name, memory: options.memory });
      return options;
    },
  };
};

const memoryProvider = (token: symbol, client: string): FactoryProvider => ({
  // Nest shows this text if the application has no memory, because only forRoot() provides one.
  provide: Symbol(`the memory of the chat client '${client}': import ToolgateModule.forRoot() in the root module`),
  inject: [token, ChatMemory, ChatMemoryRepository],
  useFactory: (options: ToolgateFeatureOptions, memory: ChatMemory, repository: ChatMemoryRepository) =>
    clientMemoryAdvisor(client, options?.memory, { memory, repository }),
});
