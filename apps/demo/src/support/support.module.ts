import { Module } from '@nestjs/common';
import { DeskModule } from '../desk/desk.module.js';
import { SupportController } from './support.controller.js';

/** The chat of the page. */
@Module({ imports: [DeskModule], controllers: [SupportController] })
export class SupportModule {}
