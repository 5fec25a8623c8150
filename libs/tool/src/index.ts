export { type InputIssue, type Issues, type Prepared, ToolCallback, type ToolCallResult } from './tool-callback.js';
export { ToolCallbackProvider } from './tool-callback-provider.js';
export { type ToolCallInfo, ToolContext, type ToolContextInit } from './tool-context.js';
export type { ToolHints, ToolMetadata } from './tool-metadata.js';
export { ToolDeclarationException, ToolException } from './tool.errors.js';
