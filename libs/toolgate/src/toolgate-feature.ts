import type { FactoryProvider, ModuleMetadata } from '@nestjs/common';
import type { ChatClientOptions } from 'toolgate/chat';
import type { MemoryOptions } from 'toolgate/memory';

/** The options of a named client: its defaults, its model and its memory. */
export interface ToolgateFeatureOptions extends ChatClientOptions {
  /**
   * `true` uses the application's `ChatMemory`; a record creates a window of its own over the same repository. @default
   * no memory
   */
  readonly memory?: boolean | MemoryOptions;
}

/** Creates a client's options from injected providers. */
export interface ToolgateFeatureFactory extends Required<
  Pick<FactoryProvider<ToolgateFeatureOptions>, 'inject' | 'useFactory'>
> {
  /** The modules that export the injected providers. */
  readonly imports?: ModuleMetadata['imports'];
}

/** A named client: its options, or a factory that creates them from injected providers. */
export type ToolgateFeature = { readonly name: string } & (ToolgateFeatureOptions | ToolgateFeatureFactory);
