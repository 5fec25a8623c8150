import { defineConfig } from 'vitest/config';
import config from '../../vitest.config.js';

/** The configuration of all tests, for one test that fails. */
export default defineConfig({ ...config, test: { ...config.test, include: ['test/run/failing.fixture.ts'] } });
