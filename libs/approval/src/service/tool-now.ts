import { toJson } from 'toolgate/model';
import type { ToolCallbackResolver } from 'toolgate/tool';
import type { Approval, ApprovalToolChange } from '../records/approval.js';
import { definitionHashOf } from '../records/definition-hash.js';
import type { StoredApproval } from '../records/stored-approval.js';
import type { ApprovalStore } from '../store/approval.store.js';

/**
 * Returns the input schema of the tool of an approval at the time of the request, the schema of the answer that the call
 * waits for, and the tool of this process if its definition is another one now.
 */
export const toolNow = async (
  { tool: name, external, definitionHash, question }: StoredApproval,
  tools: ToolCallbackResolver,
  store: ApprovalStore,
): Promise<Pick<Approval, 'inputSchema' | 'answerSchema' | 'toolChanged' | 'presentTool'>> => {
  // A tool of this application with the same name is another one.
  const tool = external ? undefined : tools.resolve(name);
  const toolChanged = tool && definitionHashOf({ callback: tool }) !== definitionHash;
  // Equal hashes mean equal schemas, so the store need not be read.
  const present = tool && toJson(tool.definition.inputSchema);
  const inputSchema = toolChanged === false ? present : await store.toolSchema(definitionHash);
  const answerSchema = question?.schema ?? tool?.clientAnswer?.schema;
  return {
    ...(inputSchema && { inputSchema }),
    ...(answerSchema && { answerSchema: toJson(answerSchema) }),
    ...(toolChanged !== undefined && { toolChanged }),
    ...(toolChanged && present && { presentTool: { description: tool.definition.description, inputSchema: present } }),
  };
};

/** Adds the earlier schemas to the changes of a tool that changed its schema. */
export const withEarlierSchemas = (
  changes: readonly ApprovalToolChange[],
  store: ApprovalStore,
): Promise<readonly ApprovalToolChange[]> =>
  Promise.all(
    changes.map(async (change) => {
      const inputSchema = change.changed.includes('inputSchema')
        ? await store.toolSchema(change.definitionHash)
        : undefined;
      return { ...change, ...(inputSchema && { inputSchema }) };
    }),
  );
