import { Injectable } from '@nestjs/common';
import { Tool } from 'toolgate';
import type { Guests } from './stay.js';

@Injectable()
class Hidden {
  @Tool({ requiresApproval: false })
  invite(guests: Guests, _note?: string) {
    return guests.length;
  }
}

export const hidden = Hidden;
