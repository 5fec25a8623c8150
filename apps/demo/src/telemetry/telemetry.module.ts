import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ObservabilityModule } from 'toolgate/observability';

/** Sends telemetry of the desk to a collector, if the environment names one. */
@Module({ imports: [ObservabilityModule] })
export class TelemetryModule implements OnModuleInit, OnApplicationShutdown {
  private stop?: () => Promise<void>;

  async onModuleInit(): Promise<void> {
    if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return;
    // No SDK is loaded without a collector.
    const { startSdk } = await import('./start-sdk.js');
    this.stop = startSdk(process.env);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.stop?.();
  }
}
