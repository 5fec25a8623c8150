import { type JsonObject, type ToolDefinition, toJson } from 'toolgate/model';
import { ToolCallback, type ToolCallResult } from './tool-callback.js';
import type { ToolMetadata } from './tool-metadata.js';
import { ToolDeclarationException, ToolException } from './tool.errors.js';

/** A tool that a provider runs itself, as the packages of the AI SDK make it: `openai.tools.webSearch({ … })`. */
export interface ProviderToolSource {
  /** The provider's name of it, such as `openai.web_search`. */
  readonly id: string;
  /** The name in the prompt. @default the part of `id` after the provider */
  readonly name?: string;
  /** Its settings; plain JSON. */
  readonly args?: object;
}

/** A tool that the provider runs itself: it never passes the gate, and nothing runs here. */
export class ProviderToolCallback extends ToolCallback {
  readonly definition: ToolDefinition;
  // No strategy is asked: the provider asks nobody.
  readonly metadata: ToolMetadata = Object.freeze({ requiresApproval: false });

  constructor({ id, name, args = {} }: ProviderToolSource) {
    super();
    if (typeof id !== 'string' || !/^[^.\s]+\.\S+$/u.test(id)) {
      throw new ToolDeclarationException(
        "providerTool() has no `id` of a provider's tool: give one, such as { id: 'openai.web_search' }, or what openai.tools.webSearch() returns.",
      );
    }
    const named = name ?? id.slice(id.indexOf('.') + 1);
    const provider = Object.freeze({ id, args: toJson(args) as JsonObject });
    this.definition = Object.freeze({ name: named, description: named, inputSchema: { type: 'object' }, provider });
  }

  override prepare(): never {
    const { name } = this.definition;
    throw new ToolException(`"${name}" is run by the provider, and nothing runs here. Let the model call it there.`);
  }

  async call(): Promise<ToolCallResult> {
    return this.prepare();
  }
}

/**
 * Names a tool of the provider among the tools of a prompt: `providerTool(openai.tools.webSearch({}))`. The model must
 * allow it: `aiSdkChatModel(model, { allowProviderExecutedTools: true })`.
 * @throws ToolDeclarationException if it has no id of a provider
 */
export function providerTool(source: ProviderToolSource): ProviderToolCallback {
  return new ProviderToolCallback(source);
}
