import type { ModuleMetadata } from '@nestjs/common';
import { ChatClient } from 'toolgate';
import {
  ApprovalChannel,
  type ApprovalNotice,
  ApprovalNotices,
  type ApprovalOptions,
  type ApprovalStore,
  type NoticeKind,
} from 'toolgate/approval';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { keepLogs } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { waits } from './waiting.fixture.js';

/** An argument that no notice may contain. */
export const SECRET = 'A-4711';

/** An administrator. */
export const GRACE = { id: 'grace' };

/** One call that waits for a person. */
export const refund = callsTools(toolCall('refund', { order: SECRET, amount: 70 }));

/** A channel that keeps what it receives, unless it fails. */
export class Box extends ApprovalChannel {
  readonly received: ApprovalNotice[] = [];
  attempts = 0;
  /** Called before a notice is received; an error or a promise delays it. */
  before: (notice: ApprovalNotice, signal: AbortSignal) => void | Promise<void> = () => {};

  constructor(
    readonly name: string,
    override readonly kinds?: readonly NoticeKind[],
    override readonly showsDetails?: boolean,
  ) {
    super();
  }

  async deliver(notice: ApprovalNotice, { signal }: { readonly signal: AbortSignal }): Promise<void> {
    this.attempts++;
    await this.before(notice, signal);
    this.received.push(notice);
  }

  get kindsReceived(): readonly NoticeKind[] {
    return this.received.map(({ kind }) => kind);
  }
}

/** Provides channels, each under a token of its own. */
export const channelsOf = (...channels: readonly ApprovalChannel[]): NonNullable<ModuleMetadata['providers']> =>
  channels.map((channel, index) => ({ provide: `channel-${index}`, useFactory: () => channel }));

/** A desk with channels. */
export const bootWith = async (
  store: ApprovalStore,
  channels: readonly ApprovalChannel[],
  approval: ApprovalOptions = {},
  script: readonly ScriptedAnswer[] = [],
) => {
  const booted = await bootDesk(
    new ScriptedChatModel(script),
    { store, retry: false, client: { tools: [Desk] }, approval },
    { providers: channelsOf(...channels) },
  );
  const logs = keepLogs();
  booted.app.useLogger(logs);
  const { app, approvals } = booted;
  const chat = app.get(ChatClient);
  const ask = (conversation = 'c-1', tenant?: string) =>
    waits(
      chat
        .prompt(`Refund ${SECRET}`)
        .conversation(conversation)
        .toolContext({ ...(tenant !== undefined && { tenant }) })
        .call(),
    );
  const decide = async (id: string, tenant?: string) =>
    approvals.decide(id, yes(await approvals.get(id)), { ...GRACE, ...(tenant !== undefined && { tenant }) });
  return { ...booted, chat, ask, decide, logs: logs.lines, notices: app.get(ApprovalNotices) };
};
