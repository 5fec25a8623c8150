import { type JsonObject, type ToolDefinition, toJson } from 'toolgate/model';
import { ToolCallback, type ToolCallResult } from '../contract/tool-callback.js';
import type { ToolMetadata } from '../contract/tool-metadata.js';
import { ToolDeclarationException, ToolException } from '../contract/tool.errors.js';

/** A tool that the model's provider runs, as the AI SDK packages create it: `openai.tools.webSearch({ … })`. */
export interface ProviderToolSource {
  /** The provider's id of the tool, such as `openai.web_search`. */
  readonly id: string;
  /** The name in the prompt. @default the part of `id` after the provider */
  readonly name?: string;
  /** The settings of the tool; plain JSON. */
  readonly args?: object;
}

/** A tool that the model's provider runs: its calls never pass the gate, and nothing runs in this process. */
export class ProviderToolCallback extends ToolCallback {
  readonly definition: ToolDefinition;
  // No strategy decides, because the provider runs the tool without asking the application.
  readonly metadata: ToolMetadata = Object.freeze({ requiresApproval: false });

  constructor({ id, name, args = {} }: ProviderToolSource) {
    super();
    if (typeof id !== 'string' || !/^[^.\s]+\.\S+$/u.test(id)) {
      throw new ToolDeclarationException(
        "providerTool() has no valid `id`. Pass the id of a provider's tool, such as { id: 'openai.web_search' }, or the result of openai.tools.webSearch().",
      );
    }
    const named = name ?? id.slice(id.indexOf('.') + 1);
    const provider = Object.freeze({ id, args: toJson(args) as JsonObject });
    this.definition = Object.freeze({ name: named, description: named, inputSchema: { type: 'object' }, provider });
  }

  override prepare(): never {
    const { name } = this.definition;
    throw new ToolException(
      `"${name}" runs at the model's provider, not in this application. Let the model call it there.`,
    );
  }

  async call(): Promise<ToolCallResult> {
    return this.prepare();
  }
}

/**
 * Adds a tool of the model's provider to the tools of a prompt: `providerTool(openai.tools.webSearch({}))`. The chat
 * model must allow it: `aiSdkChatModel(model, { allowProviderExecutedTools: true })`.
 * @throws ToolDeclarationException if `id` is not a provider's tool id
 */
export function providerTool(source: ProviderToolSource): ProviderToolCallback {
  return new ProviderToolCallback(source);
}
