import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { servePage } from './page/serve-page.js';
import { DESK_PEOPLE } from './people/desk-people.js';

const EXAMPLE = JSON.stringify({ message: 'Refund order A-1042', conversationId: '1', tenant: 'acme' });

const app = await NestFactory.create<NestExpressApplication>(AppModule);
servePage(app);
app.enableShutdownHooks();
const port = Number(process.env.PORT || 3000);
// The demo has no login: each request names its own user. So by default, only this machine reaches the demo.
await app.listen(port, process.env.HOST || '127.0.0.1').catch(async (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error;
  console.error(
    `Port ${port} is in use. Stop the program that listens there, or choose another: PORT=3001 npm run demo`,
  );
  await app.close();
  process.exit(1);
});

const url = (await app.getUrl()).replace('[::1]', 'localhost');
const people = DESK_PEOPLE.map(({ name }) => name).join(' and ');
const logger = new Logger('SupportDesk');
logger.log(`The inbox, where ${people} decide: ${url}/approvals/inbox`);
logger.log(
  `POST ${url}/chat sends a message to the desk. GET ${url}/orders and ${url}/outbox show the effects, ${url}/tools shows the tools, and ${url}/approvals lists the approvals.`,
);
logger.log(`Try: curl ${url}/chat -H 'content-type: application/json' -d '${EXAMPLE}'`);
