export type { DescribeSpan, SpanDescription, StartingSpan } from './options/describe-span.js';
export type { ObservabilityModuleOptions } from './options/observability-options.js';
export { ObservabilityException } from './options/observability.errors.js';
export { ObservabilityModule } from './observability.module.js';
