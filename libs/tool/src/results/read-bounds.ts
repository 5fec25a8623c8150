import { inspect } from 'node:util';
import { JsonToolCallResultConverter } from '../json-tool-call-result.converter.js';
import type { ToolCallback } from '../tool-callback.js';
import type { ToolCallResultConverter } from '../tool-call-result-converter.js';
import { ToolException } from '../tool.errors.js';

/** How much of the sources of a result is read. */
export interface ReadBounds {
  readonly toolName: string;
  /** Characters after which a stream is not read on, because the rest would be cut. */
  readonly maxLength: number;
  /** Bytes after which a source is closed and its call fails. */
  readonly maxBytes: number;
}

/** How results are made. */
export interface ResultOptions {
  readonly converterOf: (callback: ToolCallback) => ToolCallResultConverter;
  /** Characters of a result that a model is sent; a tool's own limit wins. @default 100,000 */
  readonly maxResultLength?: number;
  /** Bytes that are read of a stream, a file, or the values of an Observable or an iterable. @default 33,554,432 */
  readonly maxStreamBytes?: number;
}

const MAX_LENGTH = 100_000;
const MAX_BYTES = 32 * 1024 * 1024;

/** Returns the characters of a tool's result that a model is sent. */
export const maxLengthOf = ({ metadata }: ToolCallback, { maxResultLength = MAX_LENGTH }: ResultOptions): number =>
  metadata.maxResultLength ?? maxResultLength;

/** Returns how much of a tool's sources is read: as long as a converter of the application needs the whole, no part is enough. */
export const readBoundsOf = (callback: ToolCallback, options: ResultOptions): ReadBounds => ({
  toolName: callback.definition.name,
  maxLength:
    options.converterOf(callback).constructor === JsonToolCallResultConverter
      ? maxLengthOf(callback, options)
      : Infinity,
  maxBytes: maxStreamBytesOf(options),
});

/** Returns the bytes after which a source is closed, or a body that reports progress fails. */
export const maxStreamBytesOf = ({ maxStreamBytes = MAX_BYTES }: Pick<ResultOptions, 'maxStreamBytes'>): number =>
  maxStreamBytes;

/** Throws `ToolException` for a bound that is not a number above 0. */
export const checkResultOptions = ({ maxResultLength, maxStreamBytes }: ResultOptions): void => {
  for (const [name, value] of Object.entries({ maxResultLength, maxStreamBytes })) {
    if (value === undefined || value === Infinity || (Number.isInteger(value) && value > 0)) continue;
    throw new ToolException(`toolCalling.${name} is ${inspect(value)}: give a whole number above 0, or Infinity.`);
  }
};
