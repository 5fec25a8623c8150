import { ObservabilityException } from '../options/observability.errors.js';

/** The exports of the package `@opentelemetry/api`. */
export type OpenTelemetry = typeof import('@opentelemetry/api');

/** Loads the package. Throws `ObservabilityException` if it is not installed. */
export const loadOpenTelemetry = async (
  load: () => Promise<OpenTelemetry> = () => import('@opentelemetry/api'),
): Promise<OpenTelemetry> => {
  try {
    return await load();
  } catch (cause) {
    throw new ObservabilityException(
      'ObservabilityModule needs the package "@opentelemetry/api", which cannot be loaded. Install it: npm install @opentelemetry/api. Or leave the module out.',
      { cause },
    );
  }
};
