import { type ExecutionContext, type PipeTransform, ValidationPipe } from '@nestjs/common';
import type { JsonObject } from 'toolgate/model';
import { copyJson } from '../declaration/copy-json.js';
import type { PipelineSteps } from './pipeline-creators.js';
import type { PipedParameter, PipelinePlan } from './plan-pipeline.js';

/** What the arguments of one call come from. */
export interface Arguments {
  /** What the schema made of the input, by parameter. */
  readonly made: readonly unknown[];
  readonly input: JsonObject;
  readonly context: ExecutionContext;
}

/** Gives each parameter its value: the application's where its decorator says so, and what the pipes make of it. */
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
 * A `ValidationPipe` makes an instance of JSON, and ours has been made: made twice, what `@Transform()` and `@Expose()`
 * say would be done twice. It gets the JSON, and gives the value where it gives an instance of its own.
 */
const validate = async (
  pipe: ValidationPipe,
  { metadata, inputOf }: PipedParameter,
  value: unknown,
  input: JsonObject,
): Promise<unknown> => {
  const json = inputOf(input);
  if (typeof json !== 'object' || json === null) return pipe.transform(value, metadata) as Promise<unknown>;
  const given: unknown = await pipe.transform(copyJson(json), metadata);
  const { metatype } = metadata;
  return metatype && metatype !== Array && given instanceof metatype ? given : value;
};
