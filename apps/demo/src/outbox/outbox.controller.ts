import { Controller, Get } from '@nestjs/common';
import type { Email } from './email.js';
import { OutboxService } from './outbox.service.js';

/** Lists the sent e-mails, for users of the demo. */
@Controller('outbox')
export class OutboxController {
  constructor(private readonly outbox: OutboxService) {}

  @Get()
  all(): Promise<readonly Email[]> {
    return this.outbox.all();
  }
}
