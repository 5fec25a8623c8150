import { type DynamicModule, type FactoryProvider, Module, type ModuleMetadata } from '@nestjs/common';
import type { ChatClient } from './chat-client.js';
import { isRecord, refuse } from './check/refuse.js';
import { ChatClientRegistry } from './chat-client.registry.js';
import type { ChatClientOptions } from './chat-options.js';
import { ChatClientException } from './chat.errors.js';
import { chatClientToken } from './inject-chat-client.decorator.js';

/** A client of a name: its options as they are, or what a factory makes of injected providers. */
export type ChatClientFeature = { readonly name: string } & (ChatClientOptions | ChatClientFactory);

/** Makes a client's options of injected providers. */
export interface ChatClientFactory extends Required<Pick<FactoryProvider<ChatClientOptions>, 'inject' | 'useFactory'>> {
  /** The modules that export what is injected. */
  readonly imports?: ModuleMetadata['imports'];
}

/** Makes clients of a name; each `forFeature` call gives a module of its own. */
@Module({})
export class ChatFeatureModule {
  /** Throws `ChatClientException` for a client without a name, and for two of one name. */
  static forFeature(features: readonly ChatClientFeature[]): DynamicModule {
    const names = features.map(({ name }) => name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    // The container would keep the last one.
    if (twice !== undefined) throw new ChatClientException(`Two chat clients are named "${twice}". Rename one.`);
    const providers = features.map(clientProvider);
    const imports = features.flatMap((feature) => ('useFactory' in feature ? (feature.imports ?? []) : []));
    return { module: ChatFeatureModule, imports, providers, exports: providers };
  }
}

const clientProvider = (feature: ChatClientFeature): FactoryProvider<Promise<ChatClient>> => {
  const { name } = feature;
  if (typeof name !== 'string' || name.trim() === '') {
    throw new ChatClientException("ToolgateModule.forFeature() needs a name for each client: [{ name: 'support' }].");
  }
  const isMade = 'useFactory' in feature;
  return {
    provide: chatClientToken(name),
    inject: [ChatClientRegistry, ...(isMade ? feature.inject : [])],
    useFactory: async (clients: ChatClientRegistry, ...dependencies: unknown[]) =>
      clients.create(name, isMade ? await optionsOf(name, feature, dependencies) : withoutName(feature)),
  };
};

const optionsOf = async (
  name: string,
  { useFactory }: ChatClientFactory,
  dependencies: readonly unknown[],
): Promise<ChatClientOptions> => {
  const options: unknown = await useFactory(...dependencies);
  if (isRecord(options)) return options;
  return refuse(
    `The chat client "${name}"`,
    options,
    "Return its options from useFactory, such as { system: 'Be brief.' }, or {}.",
  );
};

const withoutName = (feature: { readonly name: string } & ChatClientOptions): ChatClientOptions => {
  const { name: _, ...options } = feature;
  return options;
};
