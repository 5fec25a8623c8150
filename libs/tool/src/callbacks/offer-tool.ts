import { defined, frozenCopy } from '#core';
import type { JsonSchema, ToolDefinition, ToolInputExample } from 'toolgate/model';
import { descriptionOrName } from '../contract/description-or-name.js';
import type { StatedMetadata, ToolMetadata } from '../contract/tool-metadata.js';
import { describeIssues, ToolDeclarationException } from '../contract/tool.errors.js';
import type { ToolOptions } from '../declare/tool-options.js';
import { jsonSchemaValidator } from '../validation/json-schema-validator.js';

/** The definition of a tool for the model, and its metadata for the application. */
export interface ToolOffer extends Pick<ToolOptions, 'resultConverter' | 'returnType' | 'question'> {
  readonly definition: ToolDefinition;
  readonly metadata: ToolMetadata;
}

/** Creates the definition and the metadata of a tool from its options; both are frozen. */
export function offerTool(name: string, options: ToolOptions, inputSchema: JsonSchema): ToolOffer {
  const { description, resultConverter, returnDirect, requiresApproval, sequential, idempotent } = options;
  const { timeoutMs, maxResultLength, tags, hints, returnType, question } = options;
  const metadata = {
    returnDirect,
    requiresApproval,
    sequential,
    idempotent,
    timeoutMs,
    maxResultLength,
    tags,
    hints,
  } satisfies Record<keyof StatedMetadata, unknown>;
  return {
    definition: Object.freeze({
      name,
      description: descriptionOrName(name, description),
      inputSchema,
      ...hintsOf(name, options, inputSchema),
    }),
    metadata: frozenCopy(defined(metadata)),
    ...defined({ resultConverter, returnType, question }),
  };
}

type ProviderHints = Pick<ToolDefinition, 'strict' | 'inputExamples' | 'providerOptions'>;

const hintsOf = (name: string, options: ToolOptions, inputSchema: JsonSchema): ProviderHints => {
  const { strict, inputExamples, providerOptions } = options;
  if (inputExamples?.length) checkExamples(name, inputExamples, inputSchema);
  return {
    ...(strict !== undefined && { strict }),
    ...(inputExamples?.length && { inputExamples: frozenCopy(inputExamples) }),
    ...(providerOptions && { providerOptions: frozenCopy(providerOptions) }),
  };
};

// A provider may reject every request with an invalid example.
const checkExamples = (name: string, examples: readonly ToolInputExample[], schema: JsonSchema): void => {
  const validate = jsonSchemaValidator(schema);
  for (const [index, { input }] of examples.entries()) {
    const checked = validate(frozenCopy(input));
    if (checked.type !== 'issues') continue;
    throw new ToolDeclarationException(
      `inputExamples[${index}] of the tool "${name}" does not match its schema. ${describeIssues(name, checked.issues)}`,
    );
  }
};
