import type { Context, Span, SpanContext } from '@opentelemetry/api';
import { ChatModelException } from 'toolgate/model';
import type { Attributes } from './attributes.js';
import { errorTypeOf } from './error-type-of.js';
import { hrTimeOf } from './hr-time-of.js';
import type { Instruments } from './instruments.js';
import type { Telemetry } from './telemetry.js';

/** `SpanStatusCode.ERROR`. */
const FAILED = 2;

/** What an operation begins with. */
export interface OperationStart {
  readonly name: string;
  readonly kind: 'CLIENT' | 'INTERNAL';
  readonly attributes: Attributes;
  readonly link?: SpanContext;
  /** When it began, in milliseconds since 1970. @default now */
  readonly startedAt?: number;
}

/** Something that takes its time: a span, and what is measured of it. None of its methods throws. */
export class Operation {
  private readonly startedAt = performance.now();
  private ended = false;
  private measured: Attributes | undefined;

  constructor(
    private readonly telemetry: Telemetry,
    readonly span: Span,
    readonly context: Context,
    private readonly onEnd?: () => void,
  ) {}

  /** Since it began, in seconds. */
  get seconds(): number {
    return (performance.now() - this.startedAt) / 1000;
  }

  /** The context of whoever asks. */
  get caller(): Context {
    return this.telemetry.active;
  }

  /** Runs something as a part of it, or of another context. */
  run<T>(work: () => T, context = this.context): T {
    return this.telemetry.within(context, work);
  }

  /** Tells more of it, where somebody keeps it. */
  tell(attributes: () => Attributes): void {
    this.telemetry.quietly(() => {
      if (this.span.isRecording()) this.span.setAttributes(attributes());
    });
  }

  /** Tells what has happened in it. */
  happened(event: string, attributes?: Attributes): void {
    this.telemetry.quietly(() => {
      if (this.span.isRecording()) this.span.addEvent(event, attributes);
    });
  }

  /** Tells that it failed, and why. */
  failed(error: unknown): void {
    this.failedAs(errorTypeOf(error));
    const { messageContent } = this.telemetry.options;
    // What other errors say may be what a tool was given, or what a model said.
    if (!(error instanceof ChatModelException) && !(messageContent && error instanceof Error)) return;
    const message = this.telemetry.redacted(() => error.message);
    this.telemetry.quietly(() => this.span.setStatus({ code: FAILED, message }));
  }

  /** Tells that it failed, in one word. */
  failedAs(errorType: string): void {
    this.measured = { 'error.type': errorType };
    this.telemetry.quietly(() => this.span.setAttribute('error.type', errorType));
    this.telemetry.quietly(() => this.span.setStatus({ code: FAILED }));
  }

  /** Measures something of it. */
  measure(instrument: keyof Instruments, value: number, attributes: Attributes): void {
    const { measured } = this;
    this.telemetry.record(instrument, value, measured ? { ...attributes, ...measured } : attributes, this.context);
  }

  /** Ends it, once: the first end counts. It ends now, or at a time in milliseconds since 1970. */
  end(tell: () => void, at?: number): void {
    if (this.ended) return;
    this.ended = true;
    this.onEnd?.();
    this.telemetry.quietly(tell);
    this.telemetry.quietly(() => this.span.end(at === undefined ? undefined : hrTimeOf(at)));
  }
}
