import { Controller, Get } from '@nestjs/common';
import type { Email } from './email.js';
import { OutboxService } from './outbox.service.js';

/** Shows whoever runs the demo which e-mails were sent. */
@Controller('outbox')
export class OutboxController {
  constructor(private readonly outbox: OutboxService) {}

  @Get()
  all(): Promise<readonly Email[]> {
    return this.outbox.all();
  }
}
