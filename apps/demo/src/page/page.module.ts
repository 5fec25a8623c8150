import { Module } from '@nestjs/common';
import { ServerController } from './server.controller.js';

/** What the page of the demo needs beside the chat, the orders and the inbox. */
@Module({ controllers: [ServerController] })
export class PageModule {}
