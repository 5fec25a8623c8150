import type { Context, Span, SpanContext } from '@opentelemetry/api';
import { ChatModelException } from 'toolgate/model';
import type { Attributes } from '../attributes/attributes.js';
import { errorTypeOf } from '../attributes/error-type.js';
import { hrTimeOf } from './hr-time.js';
import type { Instruments } from './instruments.js';

/** `SpanStatusCode.ERROR`. */
const FAILED = 2;

/** The data with which an operation begins. */
export interface OperationStart {
  readonly name: string;
  readonly kind: 'CLIENT' | 'INTERNAL';
  readonly attributes: Attributes;
  readonly link?: SpanContext;
  /** When it began, in milliseconds since 1970. @default now */
  readonly startedAt?: number;
}

/** Records the data of operations. It knows the active context, and its failures never propagate. */
export interface Reporter {
  readonly options: { readonly messageContent: boolean };
  readonly active: Context;
  within<T>(context: Context, work: () => T): T;
  quietly<T>(record: () => T): T | undefined;
  redacted(content: () => string): string | undefined;
  record(instrument: keyof Instruments, value: number, attributes: Attributes, context: Context): void;
}

/** A timed operation: one span and its metrics. None of its methods throws. */
export class Operation {
  private readonly startedAt = performance.now();
  private ended = false;
  private measured: Attributes | undefined;

  constructor(
    private readonly telemetry: Reporter,
    readonly span: Span,
    readonly context: Context,
    private readonly onEnd?: () => void,
  ) {}

  /** The time since it began, in seconds. */
  get seconds(): number {
    return (performance.now() - this.startedAt) / 1000;
  }

  /** The context of the caller. */
  get caller(): Context {
    return this.telemetry.active;
  }

  /** Runs a function inside the operation, or inside another context. */
  run<T>(work: () => T, context = this.context): T {
    return this.telemetry.within(context, work);
  }

  /** Adds attributes, if the span is recorded. */
  addAttributes(attributes: () => Attributes): void {
    this.telemetry.quietly(() => {
      if (this.span.isRecording()) this.span.setAttributes(attributes());
    });
  }

  /** Adds an event. */
  happened(event: string, attributes?: Attributes): void {
    this.telemetry.quietly(() => {
      if (this.span.isRecording()) this.span.addEvent(event, attributes);
    });
  }

  /** Marks it as failed, with an error. */
  failed(error: unknown): void {
    this.failedAs(errorTypeOf(error));
    const { messageContent } = this.telemetry.options;
    // The message of any other error may contain arguments of a tool or texts of a model.
    if (!(error instanceof ChatModelException) && !(messageContent && error instanceof Error)) return;
    const message = this.telemetry.redacted(() => error.message);
    this.telemetry.quietly(() => this.span.setStatus({ code: FAILED, message }));
  }

  /** Marks it as failed, with an error type. */
  failedAs(errorType: string): void {
    this.measured = { 'error.type': errorType };
    this.telemetry.quietly(() => this.span.setAttribute('error.type', errorType));
    this.telemetry.quietly(() => this.span.setStatus({ code: FAILED }));
  }

  /** Records a measurement. */
  measure(instrument: keyof Instruments, value: number, attributes: Attributes): void {
    const { measured } = this;
    this.telemetry.record(instrument, value, measured ? { ...attributes, ...measured } : attributes, this.context);
  }

  /** Ends it, now or at a time in milliseconds since 1970. Only the first end counts. */
  end(record: () => void, at?: number): void {
    if (this.ended) return;
    this.ended = true;
    this.onEnd?.();
    this.telemetry.quietly(record);
    this.telemetry.quietly(() => this.span.end(at === undefined ? undefined : hrTimeOf(at)));
  }
}
