import { ConsoleLogger, Logger } from '@nestjs/common';
import { afterAll, vi } from 'vitest';
import { clearLeftTimers } from './left-timers.js';

// Spec files share a process, so each one starts with the real clock, without timers of another one, with the logger of
// Nest, and with the environment of the process.
vi.useRealTimers();
clearLeftTimers();
Logger.overrideLogger(['verbose', 'debug', 'log', 'warn', 'error', 'fatal']);
Logger.overrideLogger(new ConsoleLogger());

const environment = { ...process.env };
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
