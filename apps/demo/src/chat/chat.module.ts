import { Module } from '@nestjs/common';
import { DeskModule } from '../desk/desk.module.js';
import { ChatController } from './chat.controller.js';
import { RunsController } from './runs.controller.js';

/** The HTTP interface for customers. */
@Module({ imports: [DeskModule], controllers: [ChatController, RunsController] })
export class ChatModule {}
