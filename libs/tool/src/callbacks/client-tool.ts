import type { JsonSource } from '../types/json-source.js';
import type { ParametersSource } from '../types/parameters-source.js';
import { ClientToolCallback } from './client-tool-callback.js';
import type { ToolCallbackOptions } from './make-tool-callback.js';

/** A tool that runs in the requester's environment, such as a browser. */
export interface ClientToolOptions extends Pick<
  ToolCallbackOptions<ParametersSource | undefined>,
  | 'name'
  | 'description'
  | 'inputSchema'
  | 'requiresApproval'
  | 'tags'
  | 'hints'
  | 'strict'
  | 'inputExamples'
  | 'providerOptions'
> {
  /** The schema of an answer: JSON Schema, a Standard Schema, a DTO class or a list of one. @default any JSON */
  readonly outputSchema?: JsonSource;
  /** How long a call waits for its answer, in milliseconds. @default approval.expiresInMs */
  readonly expiresInMs?: number;
}

/**
 * Creates a tool without a body: its calls suspend the turn until the requester answers with the decision `respond`.
 * Register the tool as a provider, so that a suspended turn finds it when it resumes.
 * @throws ToolDeclarationException if the declaration is invalid
 */
export function clientTool({ outputSchema, expiresInMs, ...options }: ClientToolOptions): ClientToolCallback {
  const { inputSchema, ...settings } = options;
  const whole = { ...settings, ...(inputSchema !== undefined && { parameters: inputSchema }) };
  return new ClientToolCallback(whole, {
    outputSchema,
    expiresInMs,
  });
}
