import type { JsonSchema, ToolDefinition } from 'toolgate/model';
import type { ToolMetadata } from '../tool-metadata.js';
import { frozenCopy } from './frozen-copy.js';
import type { ToolDefaults } from './tool-defaults.js';
import type { ToolOptions } from './tool.decorator.js';

/** What a model and an application are told of a tool. */
export interface ToolOffer extends Pick<ToolDefaults, 'resultConverter'> {
  readonly definition: ToolDefinition;
  readonly metadata: ToolMetadata;
}

/** Offers a tool by its options; nobody can change its definition and metadata. */
export function offerTool(name: string, options: ToolOptions, inputSchema: JsonSchema): ToolOffer {
  const { description, resultConverter, returnDirect, requiresApproval, sequential, idempotent } = options;
  const { timeoutMs, maxResultLength, tags, hints } = options;
  const metadata = {
    returnDirect,
    requiresApproval,
    sequential,
    idempotent,
    timeoutMs,
    maxResultLength,
    tags,
    hints,
  } satisfies Record<keyof ToolMetadata, unknown>;
  return {
    definition: Object.freeze({ name, description: description || name, inputSchema }),
    metadata: frozenCopy(Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined))),
    ...(resultConverter && { resultConverter }),
  };
}
