export { PluginException } from './options/plugin-exception.js';
export type { PluginOptions } from './options/plugin-options.js';
export { before, type SourceTransformer } from './visitors/before.js';
export { ReadonlyVisitor, type ReadonlyVisitorOptions } from './visitors/readonly-visitor.js';
