import type { JsonSchema, ToolDefinition } from 'toolgate/model';
import { ToolCallback, type ToolCallResult, ToolException, type ToolMetadata } from 'toolgate/tool';

const ANY_OBJECT: JsonSchema = { type: 'object', additionalProperties: true };

/** The definition of an external call: it validates arguments, and has no body. */
export class ExternalToolCallback extends ToolCallback {
  readonly definition: ToolDefinition;
  readonly metadata: ToolMetadata;

  constructor(name: string, { description = '', inputSchema = ANY_OBJECT, idempotent = false }: ExternalDefinition) {
    super();
    this.definition = { name, description, inputSchema };
    this.metadata = { idempotent };
  }

  async call(): Promise<ToolCallResult> {
    throw new ToolException(
      `"${this.definition.name}" runs outside of this application. Claim it with ApprovalService.claim().`,
    );
  }
}

interface ExternalDefinition {
  readonly description?: string | undefined;
  readonly inputSchema?: JsonSchema | undefined;
  readonly idempotent?: boolean | undefined;
}
