import { checkOptions } from '#core';
import { TOOL_CALLING } from '../contract/options.js';
import type { ToolCallback, ToolCallResultConverter } from '../contract/tool-callback.js';
import { ToolException } from '../contract/tool.errors.js';
import { JsonToolCallResultConverter } from './json-tool-call-result.converter.js';

/** The limits for reading the sources of a result. */
export interface ReadBounds {
  readonly toolName: string;
  /** The number of characters after which reading a stream stops, because the rest would be cut. */
  readonly maxLength: number;
  /** The number of bytes after which a source is closed and its call fails. */
  readonly maxBytes: number;
}

/** The settings for finishing results. */
export interface ResultOptions {
  readonly converterOf: (callback: ToolCallback) => ToolCallResultConverter;
  /** The most characters of a result sent to the model; a tool's own limit takes precedence. @default 100,000 */
  readonly maxResultLength?: number;
  /** The most bytes read from a stream, a file, an Observable or an iterable. @default 33,554,432 */
  readonly maxStreamBytes?: number;
}

/** Returns the most characters of a tool's result sent to the model. */
export const maxLengthOf = ({ metadata }: ToolCallback, { maxResultLength }: ResultOptions): number =>
  metadata.maxResultLength ?? maxResultLength ?? TOOL_CALLING.maxResultLength.default;

/** Returns the limits for reading a tool's sources. An application's converter needs the whole source, so only `maxBytes` limits it. */
export const readBoundsOf = (callback: ToolCallback, options: ResultOptions): ReadBounds => ({
  toolName: callback.definition.name,
  maxLength:
    options.converterOf(callback).constructor === JsonToolCallResultConverter
      ? maxLengthOf(callback, options)
      : Infinity,
  maxBytes: maxStreamBytesOf(options),
});

/** Returns the number of bytes after which a source is closed, or a body that reports progress fails. */
export const maxStreamBytesOf = ({ maxStreamBytes }: Pick<ResultOptions, 'maxStreamBytes'>): number =>
  maxStreamBytes ?? TOOL_CALLING.maxStreamBytes.default;

/** Throws `ToolException` if a limit is not a whole number above 0 or Infinity. */
export const checkResultOptions = ({ maxResultLength, maxStreamBytes }: ResultOptions): void => {
  checkOptions({ maxResultLength, maxStreamBytes }, TOOL_CALLING, { path: 'toolCalling.', error: ToolException });
};
