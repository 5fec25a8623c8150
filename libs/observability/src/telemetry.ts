import type { Attributes, Context, MeterProvider, Tracer, TracerProvider } from '@opentelemetry/api';
import type { ToolContext } from 'toolgate/tool';
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

/** What is observed goes through here: it knows whether anybody looks, whose child a span is, and how to fail quietly. */
export class Telemetry {
  private readonly nothing: TracerProvider;
  private readonly turnKey: symbol;
  private readonly turns = new WeakMap<ToolContext, ObservedTurn>();
  private tracers?: TracerProvider;
  private tracer!: Tracer;
  private meters?: MeterProvider;
  private instruments?: Instruments;

  constructor(
    private readonly api: OpenTelemetry,
    readonly options: Required<ObservabilityModuleOptions>,
  ) {
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
  start(turn: ToolContext, { name, kind, attributes, link }: OperationStart): Operation {
    const parent = this.parentOf(turn);
    const links = link ? [{ context: link }] : undefined;
    const span =
      this.quietly(() => this.tracer.startSpan(name, { kind: this.api.SpanKind[kind], attributes, links }, parent)) ??
      this.api.trace.wrapSpanContext(this.api.INVALID_SPAN_CONTEXT);
    return new Operation(this, span, this.api.trace.setSpan(parent, span));
  }

  /** Begins a turn: what is started in it from now on is its child. */
  startTurn(turn: ToolContext, client: string, start: OperationStart): Operation {
    const { span, context } = this.start(turn, start);
    const own = context.setValue(this.turnKey, turn);
    this.turns.set(turn, { context: own, client });
    return new Operation(this, span, own);
  }

  /** The client of a turn that is observed. */
  clientOf(turn: ToolContext): string | undefined {
    return this.turns.get(turn)?.client;
  }

  /** Runs something as a part of a context. */
  within<T>(context: Context, work: () => T): T {
    return this.api.context.with(context, work);
  }

  /** Measures one value. */
  record(instrument: keyof Instruments, value: number, attributes: Attributes, context: Context): void {
    this.quietly(() => this.instruments?.[instrument].record(value, attributes, context));
  }

  /** A text of content as it may be told; undefined where that fails. */
  redacted(content: () => string): string | undefined {
    return this.quietly(() => {
      const text: unknown = this.options.redact(content());
      return typeof text === 'string' ? text : undefined;
    });
  }

  /** What goes wrong when something is told is nobody's fault whose turn it is. */
  quietly<T>(tell: () => T): T | undefined {
    try {
      return tell();
    } catch (error) {
      this.api.diag.error('toolgate: something could not be told', error);
      return undefined;
    }
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
      this.instruments = this.quietly(() => {
        const meter = provider.getMeter(SCOPE);
        return meter === this.api.createNoopMeter() ? undefined : instrumentsOf(meter);
      });
    }
    return this.instruments;
  }
}
