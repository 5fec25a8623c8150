export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/test', '<rootDir>/docs'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  moduleNameMapper: {
    '^#core$': '<rootDir>/libs/core/src/index.ts',
    '^toolgate$': '<rootDir>/libs/toolgate/src/index.ts',
    '^toolgate/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^toolgate/([^/]+)/([^/]+)$': '<rootDir>/libs/$1/src/$2/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  globalSetup: '<rootDir>/test/jest/create-temporary-folder.mjs',
  globalTeardown: '<rootDir>/test/jest/remove-temporary-folder.mjs',
  maxWorkers: 2,
  // Jest keeps the ES modules of every spec file that it ran: a worker starts anew before it fills the memory.
  workerIdleMemoryLimit: '1500MB',
  // Tests of properties run hundreds of cases, and a shared machine is slow at times.
  testTimeout: 30_000,
};
