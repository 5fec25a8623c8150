import { Injectable } from '@nestjs/common';
import type { Email } from './email.js';

/** Stands in for a mail server: what is sent stays here to be looked at. */
@Injectable()
export class OutboxService {
  private readonly emails: Email[] = [];

  send(email: Email): void {
    this.emails.push(email);
  }

  all(): readonly Email[] {
    return this.emails;
  }
}
