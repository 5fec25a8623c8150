import type { JsonObject, JsonSchema, ToolDefinition } from 'toolgate/model';
import { callDirectly } from '#tool';
import {
  type Issues,
  jsonSchemaValidator,
  type Prepared,
  ToolCallback,
  type ToolCallResult,
  type ToolContext,
  type ToolMetadata,
} from 'toolgate/tool';

/** The name of the search tool; no tool of the application may have this name. */
export const TOOL_SEARCH_TOOL = 'toolSearchTool';

/** The arguments of a search. */
export interface ToolQuery {
  readonly query: string;
  readonly maxResults?: number;
  readonly category?: string;
}

const INPUT: JsonSchema = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      description: 'What the tool should do, in a few words, such as "refund an order"; or a part of its name.',
    },
    maxResults: { type: 'integer', minimum: 1, maximum: 100, description: 'How many tools at most.' },
    category: { type: 'string', description: 'Only tools of this category. Leave it out unless you were told of one.' },
  },
  required: ['query'],
  additionalProperties: false,
};

const LONGEST_RESULT = 100_000;
const LONGEST_MS = 30_000;

/** The one tool that a model sees at first: it finds the others. It has no effect, and passes no gate. */
export class ToolSearchTool extends ToolCallback {
  readonly definition: ToolDefinition = {
    name: TOOL_SEARCH_TOOL,
    description:
      'Finds tools by what they are for, and gives their names, the best first. You can call them from your next message on. Search before you say that something cannot be done.',
    inputSchema: INPUT,
  };
  // A truncated list would be useless: the application's limit applies to the results of its own tools.
  readonly metadata: ToolMetadata = {
    requiresApproval: false,
    idempotent: true,
    maxResultLength: LONGEST_RESULT,
    timeoutMs: LONGEST_MS,
  };
  override readonly builtIn = { whenUnknown: `Find others with ${TOOL_SEARCH_TOOL}.` };

  constructor(private readonly find: (query: ToolQuery, context: ToolContext) => Promise<ToolCallResult>) {
    super();
  }

  override prepare(given: JsonObject): Prepared | Issues {
    const checked = jsonSchemaValidator(INPUT)(given);
    if (checked.type === 'issues') return checked;
    const { input } = checked;
    // The schema guarantees this type.
    const query = input as JsonObject & ToolQuery;
    return { type: 'prepared', input, value: input, run: (context) => this.find(query, context) };
  }

  call(input: string, context?: ToolContext): Promise<ToolCallResult> {
    return callDirectly(this, input, context);
  }
}
