import type { LoggerService, LogLevel, ModuleMetadata, Provider } from '@nestjs/common';
import type { ToolApprovalAuditor, ToolApprovalStrategy } from 'toolgate/approval';
import type { ToolSource } from 'toolgate/tool';
import type { ToolgateModuleOptions } from './toolgate.module-definition.js';

/** The options of `ToolgateModule.forRoot`, and the parts that a Nest application would provide itself. */
export interface ToolgateSettings extends ToolgateModuleOptions {
  /** The tools of each prompt that names none: callbacks, callback providers, instances with `@Tool()` methods. */
  readonly tools?: readonly ToolSource[];
  /** Decides on every call, like `approval.strategy`. */
  readonly strategy?: ToolApprovalStrategy | NonNullable<ToolgateModuleOptions['approval']>['strategy'];
  readonly auditors?: readonly ToolApprovalAuditor[];
  /** Other parts as Nest providers, such as a `ToolInterceptor` or an `Advisor`. */
  readonly providers?: readonly Provider[];
  /** Nest modules, such as `SqlModule.forRoot(…)`. */
  readonly imports?: ModuleMetadata['imports'];
  /** The target of the log. @default warnings and errors, to the console */
  readonly logger?: LoggerService | LogLevel[] | false;
}
