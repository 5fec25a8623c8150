import { Module } from '@nestjs/common';
import { OutboxController } from './outbox.controller.js';
import { OutboxService } from './outbox.service.js';

/** The e-mails that were sent. */
@Module({ controllers: [OutboxController], providers: [OutboxService], exports: [OutboxService] })
export class OutboxModule {}
