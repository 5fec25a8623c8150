import {
  type DynamicModule,
  type InjectionToken,
  Module,
  type ModuleMetadata,
  type OptionalFactoryDependency,
} from '@nestjs/common';
import { type InjectedServices, type ToolCallback, ToolCallbackProvider } from 'toolgate/tool';
import type { AiSdkToolSet } from './ai-sdk-tool.js';
import { aiSdkTools, type AiSdkToolsOptions } from './ai-sdk-tools.js';

/** Tools of the AI SDK that need no service. */
export interface AiSdkToolsModuleOptions<T extends AiSdkToolSet> extends AiSdkToolsOptions<T> {
  readonly tools: T;
}

type Injected = InjectionToken | OptionalFactoryDependency;

/** Tools of the AI SDK that use services of the application. */
export interface AiSdkToolsModuleFactory<T extends AiSdkToolSet, I extends readonly Injected[]>
  extends AiSdkToolsOptions<T>, Pick<ModuleMetadata, 'imports'> {
  readonly inject?: I;
  /** Receives the services and returns the tools, or a promise of them. Runs once, at start-up. */
  useFactory(...services: InjectedServices<I>): T | Promise<T>;
}

/** The registered tools of one `aiSdkToolsModule()`. */
class AiSdkToolCallbacks extends ToolCallbackProvider {
  constructor(private readonly callbacks: readonly ToolCallback[]) {
    super();
  }

  toolCallbacks(): readonly ToolCallback[] {
    return this.callbacks;
  }
}

/** The module of tools that `aiSdkToolsModule()` registers. */
@Module({})
export class AiSdkToolsModule {}

/**
 * Registers tools of the AI SDK by name, so that an approved call runs on any instance, also after a restart:
 * `aiSdkToolsModule({ tools: { refund } })`, or `{ inject, useFactory }` for tools that use services.
 */
export function aiSdkToolsModule<T extends AiSdkToolSet, const I extends readonly Injected[] = readonly []>(
  options: AiSdkToolsModuleOptions<T> | AiSdkToolsModuleFactory<T, I>,
): DynamicModule {
  const create = async (...services: readonly unknown[]): Promise<AiSdkToolCallbacks> => {
    const tools = 'tools' in options ? options.tools : await options.useFactory(...(services as InjectedServices<I>));
    return new AiSdkToolCallbacks(aiSdkTools(tools, options));
  };
  const { imports, inject = [] } = 'tools' in options ? {} : options;
  return {
    module: AiSdkToolsModule,
    ...(imports && { imports }),
    providers: [{ provide: AiSdkToolCallbacks, inject: [...inject], useFactory: create }],
  };
}
