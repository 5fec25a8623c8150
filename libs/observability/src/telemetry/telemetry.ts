import type {
  Attributes,
  Context,
  Meter,
  MeterProvider,
  Span,
  SpanContext,
  Tracer,
  TracerProvider,
} from '@opentelemetry/api';
import { type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { describeError, isPromiseLike } from '#core';
import { LineLogger, visibleText } from 'toolgate/model';
import type { ToolContext } from 'toolgate/tool';
import { describedSpan } from '../options/describe-span.js';
import { errorTypeOf } from '../attributes/error-type.js';
import { Gauges, type GaugeSources } from './gauges.js';
import { hrTimeOf } from './hr-time.js';
import { type Counters, countersOf, type Instruments, instrumentsOf } from './instruments.js';
import type { OpenTelemetry } from './open-telemetry.js';
import { Operation, type OperationStart, type Reporter } from './operation.js';
import type { ObservabilityModuleOptions } from '../options/observability-options.js';

/** The name of the instrumentation scope. */
const SCOPE = 'toolgate';

/** An observed turn. */
interface ObservedTurn {
  readonly context: Context;
  readonly client: string;
}

/** The options of the module, with their defaults. */
type TelemetryOptions = Required<Omit<ObservabilityModuleOptions, 'describeSpan'>> &
  Pick<ObservabilityModuleOptions, 'describeSpan'>;

/**
 * The access to OpenTelemetry. It knows whether an SDK is active and which span is the parent, and its failures never
 * propagate.
 */
export class Telemetry implements Reporter, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly nothing: TracerProvider;
  private readonly turnKey: symbol;
  private readonly turns = new WeakMap<ToolContext, ObservedTurn>();
  private readonly logger = new LineLogger('Toolgate');
  private hasWarned = false;
  private tracers?: TracerProvider;
  private tracer!: Tracer;
  private meters?: MeterProvider;
  private instruments?: Instruments;
  private counters?: Counters;
  private readonly gauges: Gauges;
  private isStopped = false;

  constructor(
    private readonly api: OpenTelemetry,
    readonly options: TelemetryOptions,
    approvals: GaugeSources['approvals'] = () => undefined,
  ) {
    this.gauges = new Gauges({ approvals, failed: (error) => this.complain(error) });
    this.nothing = new api.ProxyTracerProvider().getDelegate();
    this.turnKey = api.createContextKey('toolgate turn');
  }

  /** Whether an SDK is active. Checked each time, because applications may start one at any time. */
  get isOn(): boolean {
    // Checks both tracing and metrics.
    const isMeasured = this.findInstruments() !== undefined;
    return this.findTracer() || isMeasured;
  }

  /** Begins an operation of a turn. */
  start(turn: ToolContext, start: OperationStart): Operation {
    return this.startWithin(this.parentOf(turn), start, turn);
  }

  /** Begins an operation in a saved trace; without one, in a new trace. */
  startIn(trace: SpanContext | undefined, start: OperationStart): Operation {
    const { ROOT_CONTEXT } = this.api;
    return this.startWithin(trace ? this.api.trace.setSpanContext(ROOT_CONTEXT, trace) : ROOT_CONTEXT, start);
  }

  /** Begins a turn. Operations that start in it from now on are its children. */
  startTurn(turn: ToolContext, client: string, start: OperationStart): Operation {
    const { span, context } = this.start(turn, start);
    const own = context.setValue(this.turnKey, turn);
    this.turns.set(turn, { context: own, client });
    return new Operation(this, span, own, this.gauges.begin(client));
  }

  /** Returns the span context, sampled or not; undefined without tracing. */
  traceOf(span: Span): SpanContext | undefined {
    const trace = this.quietly(() => span.spanContext());
    return trace && this.api.isSpanContextValid(trace) ? trace : undefined;
  }

  /** Returns the span context that is active; undefined without tracing. */
  activeTrace(): SpanContext | undefined {
    const span = this.isOn ? this.quietly(() => this.api.trace.getSpan(this.active)) : undefined;
    return span && this.traceOf(span);
  }

  /** Returns the client of an observed turn. */
  clientOf(turn: ToolContext): string | undefined {
    return this.turns.get(turn)?.client;
  }

  /** Returns the current context. */
  get active(): Context {
    return this.api.context.active();
  }

  /** Runs a function inside a context. */
  within<T>(context: Context, work: () => T): T {
    return this.api.context.with(context, work);
  }

  /** Records one value. */
  record(instrument: keyof Instruments, value: number, attributes: Attributes, context: Context): void {
    this.quietly(() => this.instruments?.[instrument].record(value, attributes, context));
  }

  /** Increments a counter. */
  count(counter: keyof Counters, attributes: Attributes): void {
    this.quietly(() => this.counters?.[counter].add(1, attributes));
  }

  /** Registers the gauges with the active meter, also in a process that runs no turn. */
  onApplicationBootstrap(): void {
    this.findInstruments();
  }

  /** Removes the gauges. */
  beforeApplicationShutdown(): void {
    this.isStopped = true;
    this.quietly(() => this.gauges.stop());
  }

  /** Returns a text of content after redaction; undefined if redaction fails. */
  redacted(content: () => string): string | undefined {
    return this.quietly(() => {
      const text: unknown = this.options.redact(content());
      if (typeof text === 'string') return text;
      // The promise is not awaited, and its rejection must not end the process.
      if (isPromiseLike(text)) Promise.resolve(text).catch(() => {});
      throw new TypeError('redact() did not return a string. Return a string.');
    });
  }

  /** Logs a failure of telemetry. It must not fail the turn. */
  quietly<T>(record: () => T): T | undefined {
    try {
      return record();
    } catch (error) {
      this.complain(error);
      return undefined;
    }
  }

  private complain(error: unknown): void {
    try {
      this.warnOnce(error);
      this.api.diag.error(visibleText(`toolgate: telemetry could not be reported: ${describeError(error)}`));
    } catch {
      // The error listener may fail, too.
    }
  }

  // The message of the error may contain the content that was to be recorded.
  private warnOnce(error: unknown): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    this.logger.warn(
      `Telemetry could not be reported to OpenTelemetry (${errorTypeOf(error)}). Turns are not affected. This is logged once. Use diag of @opentelemetry/api to see every failure.`,
    );
  }

  private startWithin(parent: Context, start: OperationStart, turn?: ToolContext): Operation {
    const { kind, link, startedAt } = start;
    const { name, attributes } = this.described(start, turn);
    const links = link ? [{ context: link }] : undefined;
    const startTime = startedAt === undefined ? undefined : hrTimeOf(startedAt);
    const options = { kind: this.api.SpanKind[kind], attributes, links, startTime };
    const span =
      this.quietly(() => this.tracer.startSpan(name, options, parent)) ??
      this.api.trace.wrapSpanContext(this.api.INVALID_SPAN_CONTEXT);
    return new Operation(this, span, this.api.trace.setSpan(parent, span));
  }

  private described({ name, attributes }: OperationStart, turn: ToolContext | undefined) {
    const span = { name, attributes, ...(turn && { turn }) };
    const { describeSpan } = this.options;
    return (describeSpan && this.quietly(() => describedSpan(span, describeSpan))) ?? span;
  }

  // A span between the turn and its child, such as an application's own, is a parent too. A stream may be read from any
  // context; then only the turn is its parent.
  private parentOf(turn: ToolContext): Context {
    const active = this.api.context.active();
    if (active.getValue(this.turnKey) === turn) return active;
    return this.turns.get(turn)?.context ?? active;
  }

  private findTracer(): boolean {
    const provider = this.api.trace.getTracerProvider();
    if (provider !== this.tracers) {
      this.tracers = provider;
      this.tracer = this.quietly(() => provider.getTracer(SCOPE)) ?? this.nothing.getTracer(SCOPE);
    }
    return !(provider instanceof this.api.ProxyTracerProvider) || provider.getDelegate() !== this.nothing;
  }

  private findInstruments(): Instruments | undefined {
    const provider = this.api.metrics.getMeterProvider();
    if (provider !== this.meters) {
      this.meters = provider;
      this.quietly(() => this.gauges.stop());
      const meter = this.quietly(() => provider.getMeter(SCOPE));
      this.measureWith(meter === this.api.createNoopMeter() ? undefined : meter);
    }
    return this.instruments;
  }

  private measureWith(meter: Meter | undefined): void {
    this.instruments = meter && this.quietly(() => instrumentsOf(meter));
    this.counters = meter && this.quietly(() => countersOf(meter));
    if (meter && !this.isStopped) this.quietly(() => this.gauges.reportTo(meter));
  }
}
