import { type DynamicModule, type FactoryProvider, Module, type ModuleMetadata } from '@nestjs/common';
import type { ChatClient } from './chat-client.js';
import { isRecord, throwInvalid } from '../prompt/checks/invalid-value.js';
import { ChatClientRegistry } from './chat-client.registry.js';
import type { ChatClientOptions } from './chat-options.js';
import { ChatClientException } from '../errors/chat.errors.js';
import { chatClientToken } from './inject-chat-client.decorator.js';

/** A named client: its options, or a factory that creates them from injected providers. */
export type ChatClientFeature = { readonly name: string } & (ChatClientOptions | ChatClientFactory);

/** Creates a client's options from injected providers. */
interface ChatClientFactory extends Required<Pick<FactoryProvider<ChatClientOptions>, 'inject' | 'useFactory'>> {
  /** The modules that export the injected providers. */
  readonly imports?: ModuleMetadata['imports'];
}

/** Creates named clients; each `forFeature` call returns a module of its own. */
@Module({})
export class ChatFeatureModule {
  /** Throws `ChatClientException` if a client has no name, or if two have the same name. */
  static forFeature(features: readonly ChatClientFeature[]): DynamicModule {
    const names = features.map(({ name }) => name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    // The container would silently use the last one.
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
  return throwInvalid(
    `The chat client "${name}"`,
    options,
    "Return its options from useFactory, such as { system: 'Be brief.' }, or {}.",
  );
};

const withoutName = (feature: { readonly name: string } & ChatClientOptions): ChatClientOptions => {
  const { name: _, ...options } = feature;
  return options;
};
