import { Module, type ModuleMetadata, type Provider, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ToolApprovalDecision, ToolApprovalStrategy, ToolgateModule, type ToolgateModuleOptions } from 'toolgate';

/** Starts an application whose strategy approves everything. */
export const boot = async (
  options: ToolgateModuleOptions,
  providers: readonly (Type | Provider)[] = [],
  imports: NonNullable<ModuleMetadata['imports']> = [],
) => {
  @Module({
    imports: [ToolgateModule.forRoot(options), ...imports],
    providers: [
      ...providers,
      { provide: ToolApprovalStrategy, useValue: ToolApprovalStrategy.of(() => ToolApprovalDecision.approve()) },
    ],
  })
  class App {}
  return NestFactory.createApplicationContext(App, { logger: ['error', 'warn'] });
};

/** Reads a stream to its end. */
export const drain = async (parts: AsyncIterable<unknown>): Promise<number> => {
  let count = 0;
  for await (const _ of parts) count++;
  return count;
};
