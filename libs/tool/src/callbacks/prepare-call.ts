import { listNames } from '#core';
import type { JsonObject, ToolCallPart } from 'toolgate/model';
import type { Issues, Prepared, ToolCallback } from '../contract/tool-callback.js';
import type { ToolSet } from '../contract/tool-set.js';
import { jsonSchemaValidator } from '../validation/json-schema-validator.js';
import { withPlace } from '../validation/with-place.js';

const MOST_NAMES = 100;

/** Validates an input with the callback's own `prepare`, or else by its JSON Schema. */
export const prepareInput = (
  callback: ToolCallback,
  input: JsonObject,
): Prepared | Issues | Promise<Prepared | Issues> =>
  callback.prepare ? callback.prepare(input) : prepareBySchema(callback, input);

const prepareBySchema = (callback: ToolCallback, input: JsonObject): Prepared | Issues => {
  const { name, inputSchema } = callback.definition;
  const checked = withPlace(`inputSchema of "${name}"`, () => jsonSchemaValidator(inputSchema))(input);
  if (checked.type === 'issues') return checked;
  const text = JSON.stringify(checked.input);
  return {
    type: 'prepared',
    input: checked.input,
    value: checked.input,
    beginsBody: true,
    run: (context) => {
      // A callback around this one may have waited: no effect may begin after the turn was aborted or taken over.
      context.beginBody();
      return callback.call(text, context);
    },
  };
};

/** The text that the model receives when it calls a tool it was not offered. */
export const describeUnknown = ({ toolName }: ToolCallPart, { callbacks }: ToolSet): string => {
  const names = [...callbacks.keys()];
  if (names.length === 0) return `There is no tool "${toolName}", and no tool is offered. Answer without tools.`;
  const hints = [...callbacks.values()].flatMap(({ builtIn }) => builtIn?.whenUnknown ?? []);
  return [`There is no tool "${toolName}". The tools are: ${listNames(names, MOST_NAMES)}.`, ...hints].join(' ');
};
