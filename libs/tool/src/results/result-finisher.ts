import { isPromiseLike, type TurnAbort } from '#core';
import type { RawToolResult, ToolCallback, ToolCallResult, ToolResultOrigin } from '../contract/tool-callback.js';
import type { ToolCallInfo, ToolContext } from '../contract/tool-context.js';
import { ToolResultException } from '../contract/tool.errors.js';
import { collectResult, isPlainValue } from './collect-result.js';
import { convertResult } from './convert-result.js';
import { cutOutput } from './cut-output.js';
import { isResult } from './is-result.js';
import { checkResultOptions, maxLengthOf, readBoundsOf, type ResultOptions } from './read-bounds.js';
import { UnfinishedResult } from './unfinished-result.js';

/** Converts the result of a callback to what the model sees. Returns a promise only if the result must be awaited. */
export type ResultFinisher = (
  result: ToolCallResult | RawToolResult,
  callback: ToolCallback,
  context: ToolContext,
  abort: TurnAbort | undefined,
) => ToolCallResult | Promise<ToolCallResult>;

const SUCCESS = { type: 'success' } as const;

/** Returns a function that finishes results: it collects and converts them, and cuts those that are too long. */
export const resultFinisher = (options: ResultOptions): ResultFinisher => {
  checkResultOptions(options);
  const cut = (result: ToolCallResult, callback: ToolCallback, isWhole = true): ToolCallResult => {
    const output = cutOutput(result.output, maxLengthOf(callback, options), isWhole);
    return output === result.output ? result : { output, outcome: result.outcome };
  };
  const convert = (value: unknown, callback: ToolCallback, { call }: ToolContext): ToolCallResult => {
    const isWhole = !(value instanceof UnfinishedResult);
    const read = isWhole ? value : value.value;
    const output = convertResult(read, options.converterOf(callback), resultOrigin(callback, call));
    return cut({ output, outcome: SUCCESS }, callback, isWhole);
  };
  const convertLater = async (value: PromiseLike<unknown>, callback: ToolCallback, context: ToolContext) =>
    convert(await value, callback, context);
  const finish = (value: unknown, callback: ToolCallback, context: ToolContext, abort: TurnAbort | undefined) => {
    if (isPlainValue(value)) return convert(value, callback, context);
    const collected = collectResult(value, { sink: context, abort, bounds: readBoundsOf(callback, options) });
    return isPromiseLike(collected)
      ? convertLater(collected, callback, context)
      : convert(collected, callback, context);
  };
  const finishLater = async (
    value: PromiseLike<unknown>,
    callback: ToolCallback,
    context: ToolContext,
    abort: TurnAbort | undefined,
  ) => finish(await value, callback, context, abort);
  return (result, callback, context, abort) => {
    if (isResult(result)) return cut(result, callback);
    if (result?.type !== 'raw') return refuseNoResult(callback);
    const { value } = result;
    return isPromiseLike(value)
      ? finishLater(value, callback, context, abort)
      : finish(value, callback, context, abort);
  };
};

const resultOrigin = (tool: ToolCallback, call: ToolCallInfo | undefined): ToolResultOrigin => {
  const { returnType } = tool;
  return returnType ? { tool, call, returnType } : { tool, call };
};

const refuseNoResult = ({ definition, constructor }: ToolCallback): never => {
  const why = `because its callback ${constructor.name} returned no { output, outcome }. Create the tool with toolCallback(), whose function returns a plain value.`;
  throw new ToolResultException(definition.name, undefined, why);
};
