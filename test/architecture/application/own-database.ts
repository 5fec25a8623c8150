import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Kysely, sql, SqliteDialect } from 'kysely';
import Database = require('libsql');
import { ChatClient, ToolgateModule } from 'toolgate';
import { SqlModule } from 'toolgate/sql';
import { ScriptedChatModel } from 'toolgate/testing';

const model = new ScriptedChatModel(['Nice to meet you, Bo.']);
const database = new Kysely<unknown>({ dialect: new SqliteDialect({ database: new Database('own.db') }) });

@Module({
  imports: [ToolgateModule.forRoot({ model, memory: true }), SqlModule.forRoot({ database })],
})
class AppModule {}

async function main() {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: ['error', 'warn'] });
  console.log(await app.get(ChatClient).prompt('I am Bo.').conversation('bo').call().content());
  await app.close();
  const { rows } = await sql<{ n: number }>`SELECT COUNT(*) AS n FROM toolgate_memory_messages`.execute(database);
  console.log(`The database is still open: ${rows[0]?.n} messages.`);
  await database.destroy();
}

void main();
