import { describe, expect, it } from 'vitest';
import { ObservabilityException } from '../options/observability.errors.js';
import { loadOpenTelemetry } from './open-telemetry.js';

describe('loading OpenTelemetry', () => {
  it('names the package to install if it is missing', async () => {
    const missing = new Error("Cannot find package '@opentelemetry/api'");
    const loading = loadOpenTelemetry(() => Promise.reject(missing));
    await expect(loading).rejects.toThrow(ObservabilityException);
    await expect(loading).rejects.toMatchObject({
      message: expect.stringContaining('npm install @opentelemetry/api'),
      cause: missing,
    });
  });
});
