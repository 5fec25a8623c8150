import { inspect, type InspectOptions } from 'node:util';
import type { Type } from '@nestjs/common';
import type { Class } from '#core';
import {
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  SEAM,
  type ToolCallOutcome,
  type ToolDefinition,
  type ToolResultOutput,
} from 'toolgate/model';
import type { KnownOutcome } from './known-outcome.js';
import type { ToolCallInfo, ToolContext } from './tool-context.js';
import type { ToolMetadata } from './tool-metadata.js';

/**
 * Returns the question about one call, a `ToolQuestion`, or undefined if the call needs no answer. It must have no
 * effect: it runs before any call of the batch has an effect.
 */
export type AskRequester = (
  input: JsonObject,
  context: ToolContext,
) => object | undefined | Promise<object | undefined>;

/** The result of one execution of a tool: what the model sees, and the outcome. */
export interface ToolCallResult {
  readonly output: ToolResultOutput;
  readonly outcome: ToolCallOutcome;
}

/** The unconverted return value of a tool's body: a value, a promise, an Observable, a stream. The manager converts it. */
export interface RawToolResult {
  readonly type: 'raw';
  readonly value: unknown;
}

/** One problem of an input, with its path: `/request/amount`, or empty for the whole input. */
export interface InputIssue {
  readonly path: string;
  readonly message: string;
}

/** The problems of an input that does not match a tool's schema. */
export interface Issues {
  readonly type: 'issues';
  readonly issues: readonly InputIssue[];
}

/** A validated input: the input without unknown properties, the value converted by the schema, and the execution to run. */
export interface Prepared {
  readonly type: 'prepared';
  readonly input: JsonObject;
  readonly value: unknown;
  /** Whether `run` calls `context.beginBody()` right before the body. A call that fails before that had no effect. */
  readonly beginsBody?: boolean | undefined;
  /** Converts `input` again and runs the tool's body with the value. Errors of the body are thrown unchanged. */
  run(context: ToolContext): ToolCallResult | RawToolResult | Promise<ToolCallResult | RawToolResult>;
}

/** Settings of a tool that belongs to the framework. */
export interface BuiltInTool {
  /** The text for a model that calls a tool it was not offered; follows the names of the offered tools. */
  readonly whenUnknown?: string | undefined;
}

/** How the requester answers the calls of a tool without a body. */
export interface ClientAnswer {
  /** Validates an answer; `value` is sent to the model. */
  read(answer: JsonValue): ClientAnswerRead | Promise<ClientAnswerRead>;
  /** The JSON Schema of an answer. Without it, an answer may be any JSON. */
  readonly schema?: JsonSchema;
  /** How long a call waits for its answer, in milliseconds. @default the application's */
  readonly expiresInMs?: number;
}

/** A validated answer, or its problems. */
export type ClientAnswerRead = Issues | { readonly type: 'value'; readonly value: unknown };

/**
 * A tool: its definition for the model, and the code that validates and runs a call. Providers that extend this class
 * are registered and found by name.
 */
export abstract class ToolCallback {
  static readonly [SEAM]: string = 'ToolCallback';

  abstract readonly definition: ToolDefinition;

  /** Returns the definition only, because the tool's instance must not appear in logs. */
  toJSON(): object {
    return this.definition;
  }

  [inspect.custom](_depth: number, options: InspectOptions): string {
    return `${this.constructor.name} ${inspect(this.toJSON(), options)}`;
  }
  abstract readonly metadata: ToolMetadata;
  /** Marks a tool of the framework: it is visible wherever it is sent, and no glob and no tag selects it. */
  readonly builtIn?: BuiltInTool | undefined;
  /** Converts the body's result: an instance, or the class of a provider. @default the application's converter */
  readonly resultConverter?: ToolCallResultConverter | Type<ToolCallResultConverter> | undefined;
  /** Present if the tool has no body: its calls wait until their requester answers them. */
  readonly clientAnswer?: ClientAnswer | undefined;
  /** Returns the question that the requester answers before a call runs; the body reads `context.answer`. */
  readonly question?: AskRequester | undefined;
  /** Whether the body is a turn of a chat client, which may wait for a person. */
  readonly runsTurn?: boolean | undefined;
  /** The class that the body returns, for converters. */
  readonly returnType?: Class | undefined;
  /** Validates an input without any effect. Without it the input is validated by JSON Schema and passed to `call`. */
  prepare?(input: JsonObject): Prepared | Issues | Promise<Prepared | Issues>;
  /**
   * Returns the outcome of a call that was started and never finished, found by `context.idempotencyKey`. Returns undefined
   * if the outcome is not known yet; it is called again later. Must have no effect: no guard and no gate runs before it.
   */
  reconcile?(input: JsonObject, context: ToolContext): Promise<KnownOutcome | undefined>;
  /**
   * Parses and validates the input and runs the tool, without the gate: only application code calls it. Returns what the
   * model sees and the outcome. For a function that returns a plain value, use `toolCallback()`.
   */
  abstract call(input: string, context?: ToolContext): Promise<ToolCallResult>;
}

/** The tool and the call that a result comes from. */
export interface ToolResultOrigin {
  readonly tool: ToolCallback;
  /** The call that returned the result; absent if the application called the tool itself. */
  readonly call?: ToolCallInfo;
  /** The class that the tool is declared to return. Absent if neither the code nor `returnType` states one. */
  readonly returnType?: Class;
}

/** Converts the result of a tool's body to what the model sees. Throws `ToolResultException` if that is impossible. */
export abstract class ToolCallResultConverter {
  static readonly [SEAM]: string = 'ToolCallResultConverter';

  abstract convert(result: unknown, toolName: string, origin: ToolResultOrigin): ToolResultOutput;
}
