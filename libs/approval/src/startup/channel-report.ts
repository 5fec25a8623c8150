import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SeamException, Seams } from '#core';
import { collectChannels } from '../notices/collect-channels.js';
import { ActiveStore } from '../store/active-store.js';

/** Stops start-up if the application has a channel whose notices cannot be stored. */
@Injectable()
export class ChannelReport implements OnModuleInit {
  constructor(
    private readonly seams: Seams,
    private readonly store: ActiveStore,
  ) {}

  onModuleInit(): void {
    const [first] = collectChannels(this.seams);
    if (!first) return;
    const channel = `The ApprovalChannel "${first.name}"`;
    const store = this.store.find();
    if (!store) {
      throw new SeamException(
        `${channel} has no notices to deliver, because no ApprovalStore is configured. Import SqlModule, or provide ApprovalStore.`,
      );
    }
    if (store.notices?.()) return;
    throw new SeamException(
      `${channel} needs a store of notices, and the ApprovalStore of the application has none. Add notices() to it, or remove the channel.`,
    );
  }
}
