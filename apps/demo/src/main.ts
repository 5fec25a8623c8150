import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';

const EXAMPLE = JSON.stringify({ message: 'Refund order A-1042', conversationId: '1', tenant: 'acme' });

const app = await NestFactory.create(AppModule);
app.enableShutdownHooks();
await app.listen(Number(process.env.PORT || 3000));

const url = (await app.getUrl()).replace('[::1]', 'localhost');
const logger = new Logger('SupportDesk');
logger.log(
  `POST ${url}/chat talks to the desk; GET ${url}/orders and ${url}/outbox show what it did, ${url}/tools what it can do, ${url}/approvals what waits for a person`,
);
logger.log(`Try: curl ${url}/chat -H 'content-type: application/json' -d '${EXAMPLE}'`);
