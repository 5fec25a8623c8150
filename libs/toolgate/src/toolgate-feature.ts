import type { FactoryProvider, ModuleMetadata } from '@nestjs/common';
import type { ChatClientOptions } from 'toolgate/chat';
import type { MemoryOptions } from 'toolgate/memory';

/** What a client of a name starts each prompt from, what it talks to, and what it remembers. */
export interface ToolgateFeatureOptions extends ChatClientOptions {
  /** `true` gives the client the application's `ChatMemory`; a record, a window of its own over the same repository. @default no memory */
  readonly memory?: boolean | MemoryOptions;
}

/** Makes a client's options of injected providers. */
export interface ToolgateFeatureFactory extends Required<
  Pick<FactoryProvider<ToolgateFeatureOptions>, 'inject' | 'useFactory'>
> {
  /** The modules that export what is injected. */
  readonly imports?: ModuleMetadata['imports'];
}

/** A client of a name: its options as they are, or what a factory makes of injected providers. */
export type ToolgateFeature = { readonly name: string } & (ToolgateFeatureOptions | ToolgateFeatureFactory);
