import type { JsonSchema } from 'toolgate/model';
import type { ToolCallback } from 'toolgate/tool';
import { hashOf } from './canonical-json.js';
import type { StoredApproval, ToolPart } from './stored-approval.js';

/**
 * Returns the parts of a tool's definition that have changed since approval was requested. Without the earlier schema,
 * a change of it counts as `other`.
 */
export const changedParts = (
  { description }: Pick<StoredApproval, 'description'>,
  earlier: JsonSchema | undefined,
  { definition }: ToolCallback,
): readonly ToolPart[] => {
  const parts: ToolPart[] = [];
  if (definition.description !== description) parts.push('description');
  if (earlier && hashOf(earlier) !== hashOf(definition.inputSchema)) parts.push('inputSchema');
  return parts.length > 0 ? parts : ['other'];
};
