import config from '../../vitest.config.js';

/** The configuration of all tests, for one test that fails. */
export default { ...config, test: { ...config.test, include: ['test/run/failing.fixture.ts'] } };
