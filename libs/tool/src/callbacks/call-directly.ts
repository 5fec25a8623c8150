import { newInstanceOf } from '#core';
import { UNLIMITED } from '../contract/complete-argument-limits.js';
import { currentStorage } from '../contract/current-tool-context.js';
import type { ToolCallback, ToolCallResult } from '../contract/tool-callback.js';
import { ToolContext } from '../contract/tool-context.js';
import { ToolInputException } from '../contract/tool.errors.js';
import { converterFinder } from '../results/converter-finder.js';
import { JsonToolCallResultConverter } from '../results/json-tool-call-result.converter.js';
import { resultFinisher } from '../results/result-finisher.js';
import { parseArguments } from './parse-arguments.js';
import { prepareInput } from './prepare-call.js';

const finish = resultFinisher({
  converterOf: converterFinder(new JsonToolCallResultConverter(), newInstanceOf),
  maxResultLength: Infinity,
  maxStreamBytes: Infinity,
});

/** Parses and validates an input and runs the callback with it. Throws `ToolInputException` if the input is invalid. */
export const callDirectly = async (
  callback: ToolCallback,
  text: string,
  context: ToolContext = new ToolContext(),
): Promise<ToolCallResult> => {
  const { name } = callback.definition;
  const parsed = parseArguments(text, UNLIMITED);
  if (parsed.type !== 'arguments') {
    const issue = parsed.type === 'malformed' ? { path: '', message: 'must be a JSON object' } : parsed.issue;
    throw new ToolInputException(name, [issue]);
  }
  const prepared = await prepareInput(callback, parsed.input);
  if (prepared.type === 'issues') throw new ToolInputException(name, prepared.issues);
  const run = async (): Promise<ToolCallResult> => finish(await prepared.run(context), callback, context, undefined);
  const storage = currentStorage();
  return storage ? storage.run(context, run) : run();
};
