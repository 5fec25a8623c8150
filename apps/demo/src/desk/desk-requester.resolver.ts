import { Injectable } from '@nestjs/common';
import type { ToolContext } from 'toolgate';
import { type Rehydrated, type Requester, RequesterResolver } from 'toolgate/approval';
import type { DeskContext } from './desk-context.js';

/** Says that a turn runs on behalf of whoever talks to the desk, also when it goes on days later. */
@Injectable()
export class DeskRequesterResolver extends RequesterResolver {
  identify({ data }: ToolContext): Requester {
    const { user, tenant } = data as DeskContext;
    return { id: user, tenant };
  }

  /** The demo has no accounts that could be closed meanwhile; an application looks here whether they still may. */
  rehydrate(): Rehydrated {
    return { type: 'present' };
  }
}
