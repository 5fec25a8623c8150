import { type JsonSchema, toJson } from 'toolgate/model';
import type { ToolCallbackResolver } from 'toolgate/tool';
import type { Approval } from '../records/approval.js';
import { definitionHashOf } from '../records/definition-hash.js';
import type { StoredApproval } from '../records/stored-approval.js';
import type { ApprovalStore } from '../store/approval.store.js';

/**
 * Returns the input schema of the tool of an approval at the time of the request, the schema of the answer that the call
 * waits for, and whether this process has another definition of the tool now.
 */
export const toolNow = async (
  { tool: name, external, definitionHash, question }: StoredApproval,
  tools: ToolCallbackResolver,
  store: ApprovalStore,
): Promise<Pick<Approval, 'inputSchema' | 'answerSchema' | 'toolChanged'>> => {
  // A tool of this application with the same name is another one.
  const tool = external ? undefined : tools.resolve(name);
  const toolChanged = tool && definitionHashOf({ callback: tool }) !== definitionHash;
  // Equal hashes mean equal schemas, so the store need not be read.
  const inputSchema =
    toolChanged === false
      ? (toJson(tool!.definition.inputSchema) as JsonSchema)
      : await store.toolSchema(definitionHash);
  const answerSchema = question?.schema ?? tool?.clientAnswer?.schema;
  return {
    ...(inputSchema && { inputSchema }),
    ...(answerSchema && { answerSchema: toJson(answerSchema) as JsonSchema }),
    ...(toolChanged !== undefined && { toolChanged }),
  };
};
