import { chain } from '#core';
import { isStandardSchema } from '#tool';
import { ToolException } from 'toolgate/tool';
import type { AiSdkContext } from './ai-sdk-tool.js';
import { labelOf } from './check-ai-sdk-tool.js';
import { toolSchema } from './tool-schema.js';

/**
 * Returns a function that returns the context of a call, validated and converted by the schema of the tool. It throws
 * `ToolException` with the problems, without the values, if the context does not match.
 */
export const contextReader = (name: string, contextSchema: unknown, contextOf: AiSdkContext): AiSdkContext => {
  const schema = toolSchema(labelOf(name), 'contextSchema', contextSchema);
  // As in the AI SDK, a schema without a validator only describes the context.
  if (!isStandardSchema(schema)) return contextOf;
  return (call) =>
    chain(schema['~standard'].validate(contextOf(call)), (result) => {
      if (!result.issues) return result.value;
      const problems = result.issues.map(({ path = [], message }) => `${placeOf(path)}${message}`).join('; ');
      throw new ToolException(
        `The context of the tool "${name}" does not match its contextSchema: ${problems}. Pass it with toolContext() or transient().`,
      );
    });
};

const placeOf = (path: readonly (PropertyKey | { readonly key: PropertyKey })[]): string =>
  path.map((step) => `/${String(typeof step === 'object' ? step.key : step)}`).join('') + (path.length > 0 ? ' ' : '');
