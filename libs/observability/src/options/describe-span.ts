import { isPromiseLike } from '#core';
import type { ToolContext } from 'toolgate/tool';
import type { AttributeValue } from '../attributes/attribute-value.js';

/** The attributes of a span, by their names. */
interface Attributes {
  [name: string]: AttributeValue | undefined;
}

/** A span that starts, such as `execute_tool findOrder`. */
export interface StartingSpan {
  readonly name: string;
  readonly attributes: Readonly<Attributes>;
  /** The context of its turn: tool context, conversation, run. Absent for `await_approval`, which any process writes. */
  readonly turn?: ToolContext;
}

/** What an application states about a span. */
export interface SpanDescription {
  /** Replaces the name. */
  readonly name?: string;
  /** Attributes to add. An attribute that the span already has keeps its value. */
  readonly attributes?: Attributes;
}

/** Describes a span when it starts; undefined changes nothing. */
export type DescribeSpan = (span: StartingSpan) => SpanDescription | undefined;

/** Returns the name and the attributes of a span. Throws `TypeError` for a description that is not one. */
export const describedSpan = (
  span: StartingSpan,
  describe: DescribeSpan,
): Pick<StartingSpan, 'name' | 'attributes'> => {
  const described: unknown = describe(span);
  if (described === undefined) return span;
  // The span does not wait for a promise, and its rejection must not end the process.
  if (isPromiseLike(described)) Promise.resolve(described).catch(() => {});
  if (typeof described !== 'object' || described === null || isPromiseLike(described)) refuseDescription('an object');
  const { name = span.name, attributes = {} } = described as SpanDescription;
  if (typeof name !== 'string' || name === '') refuseDescription('a name that is not empty');
  return { name, attributes: { ...attributes, ...span.attributes } };
};

const refuseDescription = (what: string): never => {
  throw new TypeError(`describeSpan must return ${what}, or undefined.`);
};
