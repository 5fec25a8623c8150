// Starts what needs Kysely, in both builds of the installed package, where Kysely is not installed. Prints the errors.
import { createRequire } from 'node:module';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

const require = createRequire(import.meta.url);
const door = 'sql/src/index.js';
const builds = {
  esm: await import(`./node_modules/toolgate/dist/esm/${door}`),
  cjs: require(`./node_modules/toolgate/dist/cjs/${door}`),
};

const errorOf = async (act) => {
  try {
    await act();
    return 'It started.';
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
};

const start = async (imported) => {
  class AppModule {}
  Module({ imports: [imported] })(AppModule);
  await NestFactory.createApplicationContext(AppModule, { logger: false, abortOnError: false });
};

const sqlite = { file: 'without.db' };
const postgres = { connectionString: 'postgres://nowhere/none' };
const database = { getExecutor: () => {} };

const errorsIn = async ({ SqlModule, openSqlDatabase, migrateToLatest }) => ({
  sqlite: await errorOf(() => start(SqlModule.forRoot({ sqlite }))),
  postgres: await errorOf(() => start(SqlModule.forRootAsync({ useFactory: () => ({ postgres }) }))),
  database: await errorOf(() => start(SqlModule.forRoot({ database }))),
  open: await errorOf(() => openSqlDatabase({ sqlite })),
  migrate: await errorOf(() => migrateToLatest(database)),
});

console.log(JSON.stringify({ esm: await errorsIn(builds.esm), cjs: await errorsIn(builds.cjs) }));
