export type { DescribeSpan, SpanDescription, StartingSpan } from './describe-span.js';
export { ObservabilityException } from './observability.errors.js';
export { ObservabilityModule } from './observability.module.js';
export type { ObservabilityModuleOptions } from './observability.module-definition.js';
