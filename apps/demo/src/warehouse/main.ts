import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GatedCalls } from 'toolgate';
import { DESK_URL, WarehouseModule } from './warehouse.module.js';

const [item = 'desk lamp', pieces = '3'] = process.argv.slice(2);

const app = await NestFactory.createApplicationContext(WarehouseModule, { logger: ['log', 'warn', 'error'] });
app.enableShutdownHooks();
const logger = new Logger('Warehouse');
logger.log(`Write off ${pieces} × ${item}? Decide as Grace: ${DESK_URL}/inbox`);
try {
  const outcome = await app.get(GatedCalls).call('writeOff', { item, pieces: Number(pieces) });
  logger.log(JSON.stringify(outcome));
} catch (error) {
  logger.error((error as Error).message);
  process.exitCode = 1;
}
await app.close();
