import { ConsoleLogger, Logger } from '@nestjs/common';
import { afterAll, vi } from 'vitest';

// Spec files share a process, so each one starts with the real clock, with the logger of Nest, and with the environment
// of the process.
vi.useRealTimers();
Logger.overrideLogger(['verbose', 'debug', 'log', 'warn', 'error', 'fatal']);
Logger.overrideLogger(new ConsoleLogger());

const environment = { ...process.env };
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
