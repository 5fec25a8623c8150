import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { DescribeSpan } from './describe-span.js';

/** What spans tell beside names, times and numbers. */
export interface ObservabilityModuleOptions {
  /** Whether they hold what tools are given and what they give. @default false */
  readonly toolContent?: boolean;
  /** Whether they hold what is said to models, and what those say. @default false */
  readonly messageContent?: boolean;
  /** Whether they hold why a call was approved, rejected or asked about. @default false */
  readonly approvalReason?: boolean;
  /**
   * Changes each text of content before it is told, JSON most of it. What it throws at is left out.
   * @default what looks like a secret is taken out
   */
  readonly redact?: (text: string) => string;
  /** Called when a span starts: returns another name for it, and attributes to add. @default the names and attributes of this package */
  readonly describeSpan?: DescribeSpan;
}

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } =
  new ConfigurableModuleBuilder<ObservabilityModuleOptions>({ moduleName: 'Observability' })
    .setClassMethodName('forRoot')
    .setFactoryMethodName('createObservabilityOptions')
    .build();
