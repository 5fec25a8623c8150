export { before, type SourceTransformer } from './before.js';
export { PluginException } from './plugin-exception.js';
export type { PluginOptions } from './plugin-options.js';
export { ReadonlyVisitor, type ReadonlyVisitorOptions } from './readonly-visitor.js';
