import { type ExecutionContext, type PipeTransform, ValidationPipe } from '@nestjs/common';
import { copyJson } from '#core';
import type { JsonObject } from 'toolgate/model';
import type { PipelineSteps } from './pipeline-creators.js';
import type { PipedParameter, PipelinePlan } from './plan-pipeline.js';

/** The sources of one call's arguments. */
export interface Arguments {
  /** The values that the schema converted from the input, by parameter. */
  readonly made: readonly unknown[];
  readonly input: JsonObject;
  readonly context: ExecutionContext;
}

/** Returns the value of each parameter, after its pipes: from the model, or from the application's own decorator. */
export const pipeArguments = (
  { parameters }: PipelinePlan,
  { pipes }: PipelineSteps,
  given: Arguments,
): Promise<unknown[]> =>
  Promise.all(parameters.map((parameter, index) => pipeArgument(parameter, pipes[index]!, given)));

const pipeArgument = async (
  parameter: PipedParameter,
  pipes: readonly PipeTransform[],
  { made, input, context }: Arguments,
): Promise<unknown> => {
  const { index, givenBy, metadata, factory } = parameter;
  if (givenBy === 'context') return made[index];
  const start: unknown = givenBy === 'application' ? await factory?.(metadata.data, context) : made[index];
  let value = start;
  for (const pipe of pipes) {
    value =
      value === start && givenBy === 'model' && pipe instanceof ValidationPipe
        ? await validate(pipe, parameter, value, input)
        : await pipe.transform(value, metadata);
  }
  return value;
};

/**
 * Passes the JSON to a `ValidationPipe`, which creates an instance itself. The pipe must not receive the converted value,
 * because `@Transform()` and `@Expose()` would apply twice. If the pipe returns an instance of the class, this instance
 * replaces the value.
 */
const validate = async (
  pipe: ValidationPipe,
  { metadata, inputOf }: PipedParameter,
  value: unknown,
  input: JsonObject,
): Promise<unknown> => {
  const json = inputOf(input);
  if (typeof json !== 'object' || json === null) return pipe.transform(value, metadata);
  const piped: unknown = await pipe.transform(copyJson(json), metadata);
  const { metatype } = metadata;
  return metatype && metatype !== Array && piped instanceof metatype ? piped : value;
};
