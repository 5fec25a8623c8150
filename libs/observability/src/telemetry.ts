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
import { LineLogger, visibleText } from 'toolgate/model';
import { describeError, isPromiseLike, type ToolContext } from 'toolgate/tool';
import { type Counters, countersOf } from './counters.js';
import { describedSpan } from './describe-span.js';
import { errorTypeOf } from './error-type-of.js';
import { Gauges, type GaugeSources } from './gauges.js';
import { hrTimeOf } from './hr-time-of.js';
import { type Instruments, instrumentsOf } from './instruments.js';
import type { ObservabilityModuleOptions } from './observability.module-definition.js';
import type { OpenTelemetry } from './open-telemetry.js';
import { Operation, type OperationStart } from './operation.js';

/** The name of what makes the spans. */
const SCOPE = 'toolgate';

/** A turn that is observed. */
interface ObservedTurn {
  readonly context: Context;
  readonly client: string;
}

/** The options of the module, with what is not stated filled in. */
export type TelemetryOptions = Required<Omit<ObservabilityModuleOptions, 'describeSpan'>> &
  Pick<ObservabilityModuleOptions, 'describeSpan'>;

/** What is observed goes through here: it knows whether anybody looks, whose child a span is, and how to fail quietly. */
export class Telemetry implements OnApplicationBootstrap, BeforeApplicationShutdown {
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

  /** Whether an SDK is there: asked each time, because applications start one when they like. */
  get isOn(): boolean {
    // Both are looked for.
    const isMeasured = this.findInstruments() !== undefined;
    return this.findTracer() || isMeasured;
  }

  /** Begins an operation of a turn. */
  start(turn: ToolContext, start: OperationStart): Operation {
    return this.startWithin(this.parentOf(turn), start, turn);
  }

  /** Begins an operation of a trace that was kept; where none was, it is one of its own. */
  startIn(trace: SpanContext | undefined, start: OperationStart): Operation {
    const { ROOT_CONTEXT } = this.api;
    return this.startWithin(trace ? this.api.trace.setSpanContext(ROOT_CONTEXT, trace) : ROOT_CONTEXT, start);
  }

  /** Begins a turn: what is started in it from now on is its child. */
  startTurn(turn: ToolContext, client: string, start: OperationStart): Operation {
    const { span, context } = this.start(turn, start);
    const own = context.setValue(this.turnKey, turn);
    this.turns.set(turn, { context: own, client });
    return new Operation(this, span, own, this.gauges.begin(client));
  }

  /** Where a span stands, whether or not it is sampled; undefined where nobody traces. */
  traceOf(span: Span): SpanContext | undefined {
    const trace = this.quietly(() => span.spanContext());
    return trace && this.api.isSpanContextValid(trace) ? trace : undefined;
  }

  /** The client of a turn that is observed. */
  clientOf(turn: ToolContext): string | undefined {
    return this.turns.get(turn)?.client;
  }

  /** The context that is current. */
  get active(): Context {
    return this.api.context.active();
  }

  /** Runs something as a part of a context. */
  within<T>(context: Context, work: () => T): T {
    return this.api.context.with(context, work);
  }

  /** Measures one value. */
  record(instrument: keyof Instruments, value: number, attributes: Attributes, context: Context): void {
    this.quietly(() => this.instruments?.[instrument].record(value, attributes, context));
  }

  /** Counts one more. */
  count(counter: keyof Counters, attributes: Attributes): void {
    this.quietly(() => this.counters?.[counter].add(1, attributes));
  }

  /** Looks for who measures also where nothing is prompted: what waits is known then, too. */
  onApplicationBootstrap(): void {
    this.findInstruments();
  }

  /** Is not asked any more how much waits and runs. */
  beforeApplicationShutdown(): void {
    this.isStopped = true;
    this.quietly(() => this.gauges.stop());
  }

  /** A text of content as it may be told; undefined where that fails. */
  redacted(content: () => string): string | undefined {
    return this.quietly(() => {
      const text: unknown = this.options.redact(content());
      if (typeof text === 'string') return text;
      // Nobody waits for it, and it must not end the process.
      if (isPromiseLike(text)) Promise.resolve(text).catch(() => {});
      throw new TypeError('redact gave no text.');
    });
  }

  /** What goes wrong when something is told is nobody's fault whose turn it is. */
  quietly<T>(tell: () => T): T | undefined {
    try {
      return tell();
    } catch (error) {
      this.complain(error);
      return undefined;
    }
  }

  private complain(error: unknown): void {
    try {
      this.warnOnce(error);
      this.api.diag.error(visibleText(`toolgate: something could not be told: ${describeError(error)}`));
    } catch {
      // Whoever is told of it may fail, too.
    }
  }

  // Its words may be what was to be told.
  private warnOnce(error: unknown): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    this.logger.warn(
      `Something could not be told to OpenTelemetry (${errorTypeOf(error)}), and no answer changes for it. Said once; diag of @opentelemetry/api tells all.`,
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

  // What stands between the turn and its child, such as an application's own span, is a parent too. A stream may be
  // read from anywhere, and then the turn alone is.
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
    if (meter && !this.isStopped) this.quietly(() => this.gauges.tellTo(meter));
  }
}
