import { inspect, type InspectOptions } from 'node:util';
import type { Type } from '@nestjs/common';
import {
  type JsonObject,
  type JsonValue,
  SEAM,
  type ToolCallOutcome,
  type ToolDefinition,
  type ToolResultOutput,
} from 'toolgate/model';
import type { Class } from './declaration/type-reference.js';
import type { KnownOutcome } from './known-outcome.js';
import type { ToolCallResultConverter } from './tool-call-result-converter.js';
import type { ToolContext } from './tool-context.js';
import type { ToolMetadata } from './tool-metadata.js';

/** What one execution of a tool gave: what the model sees, and how it ended. */
export interface ToolCallResult {
  readonly output: ToolResultOutput;
  readonly outcome: ToolCallOutcome;
}

/** What a tool's body returned, as it is: a value, a promise, an Observable, a stream. The manager makes a result of it. */
export interface RawToolResult {
  readonly type: 'raw';
  readonly value: unknown;
}

/** One thing that is wrong with an input, and where: `/request/amount`, empty for the whole. */
export interface InputIssue {
  readonly path: string;
  readonly message: string;
}

/** An input that does not fit a tool's schema. */
export interface Issues {
  readonly type: 'issues';
  readonly issues: readonly InputIssue[];
}

/** A checked input: what is left of it, what the schema makes of it, and the execution itself, not yet begun. */
export interface Prepared {
  readonly type: 'prepared';
  readonly input: JsonObject;
  readonly value: unknown;
  /** Whether `run` calls `context.beginBody()` right before the body: a call that fails before it is known not to have run. */
  readonly beginsBody?: boolean | undefined;
  /** Makes a fresh value of `input` and runs the tool's body. Errors of the body come as they are. */
  run(context: ToolContext): ToolCallResult | RawToolResult | Promise<ToolCallResult | RawToolResult>;
}

/** What holds of a tool of the framework's own. */
export interface BuiltInTool {
  /** What a model is told that calls a tool it was not offered, behind the names of those it was. */
  readonly whenUnknown?: string | undefined;
}

/** How the requester answers the calls of a tool that has no body here. */
export interface ClientAnswer {
  /** Checks an answer; the value is what the model is sent. */
  read(answer: JsonValue): ClientAnswerRead | Promise<ClientAnswerRead>;
  /** How long a call waits for its answer, in milliseconds. @default the application's */
  readonly expiresInMs?: number;
}

/** An answer that was checked, or what is wrong with it. */
export type ClientAnswerRead = Issues | { readonly type: 'value'; readonly value: unknown };

/** A tool ready to be called. A provider that extends it is found and resolvable by name. */
export abstract class ToolCallback {
  static readonly [SEAM]: string = 'ToolCallback';

  abstract readonly definition: ToolDefinition;

  /** Returns the definition: the object behind a tool belongs in no log. */
  toJSON(): object {
    return this.definition;
  }

  [inspect.custom](_depth: number, options: InspectOptions): string {
    return `${this.constructor.name} ${inspect(this.toJSON(), options)}`;
  }
  abstract readonly metadata: ToolMetadata;
  /** It belongs to the framework: it is visible wherever it is sent, and no glob and no tag means it. */
  readonly builtIn?: BuiltInTool | undefined;
  /** Makes the body's result into what the model sees: an instance, or the class of a provider. @default the application's */
  readonly resultConverter?: ToolCallResultConverter | Type<ToolCallResultConverter> | undefined;
  /** Present if the tool has no body here: its calls wait until their requester answers them. */
  readonly clientAnswer?: ClientAnswer | undefined;
  /** The class of what the body returns, for converters. */
  readonly returnType?: Class | undefined;
  /** Checks an input without any effect. Without it the input is checked by JSON Schema and given to `call`. */
  prepare?(input: JsonObject): Prepared | Issues | Promise<Prepared | Issues>;
  /**
   * Finds out what became of a call that was started and never ended, by `context.idempotencyKey`; undefined where it
   * cannot tell yet: it is asked again later. Must have no effect: nothing stands around it, no guard and no gate.
   */
  reconcile?(input: JsonObject, context: ToolContext): Promise<KnownOutcome | undefined>;
  /**
   * Parses, prepares and runs: the application's own act, which passes no gate. Returns what the model sees and how the
   * call ended; `toolCallback()` makes a tool of a function that returns a plain value.
   */
  abstract call(input: string, context?: ToolContext): Promise<ToolCallResult>;
}
