import { Injectable } from '@nestjs/common';
import type { ToolContext } from 'toolgate';
import { type Rehydrated, type Requester, RequesterResolver } from 'toolgate/approval';
import type { DeskContext } from './desk-context.js';

/** Names the customer as the requester of a turn, even if the turn resumes days later. */
@Injectable()
export class DeskRequesterResolver extends RequesterResolver {
  identify({ data }: ToolContext): Requester {
    const { user, tenant } = data as DeskContext;
    return { id: user, tenant };
  }

  /** The demo has no accounts. An application checks here that the account still exists. */
  rehydrate(): Rehydrated {
    return { type: 'present' };
  }
}
