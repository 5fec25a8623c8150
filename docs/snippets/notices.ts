// #region channel
import { Injectable } from '@nestjs/common';
import { ApprovalChannel, type ApprovalNotice } from 'toolgate/approval';

@Injectable()
class DeskMail extends ApprovalChannel {
  readonly name = 'desk-mail';
  readonly sent: string[] = [];

  /** Sends a mail. Here it only remembers the line. */
  async deliver({ kind, toolName, description }: ApprovalNotice): Promise<void> {
    this.sent.push(`${kind}: ${toolName} (${description})`);
  }
}
// #endregion

// #region receiver
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { InMemorySeenWebhooks, verifyWebhook, WebhookRefusedException } from 'toolgate/http';

const seen = new InMemorySeenWebhooks();
const received: string[] = [];

const receiver = createServer(async (request, response) => {
  const { headers } = request;
  if (!(Number(headers['content-length']) < 100_000)) return response.writeHead(413).end();
  try {
    const delivery = { headers, body: await text(request) };
    await verifyWebhook(delivery, { secrets: [desk], seen }, ({ type, data }) => {
      received.push(`${type}: ${data.toolName} ${data.status}`);
    });
    return response.writeHead(204).end();
  } catch (error) {
    return response.writeHead(error instanceof WebhookRefusedException ? error.status : 500).end();
  }
});
// #endregion

import type { AddressInfo } from 'node:net';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Approver, ChatClient, HumanApprovalStrategy, RequesterResolver, Tool, ToolgateModule } from 'toolgate';
import { ApprovalNotices, ApprovalService, InMemoryApprovalStore } from 'toolgate/approval';
import { slackFormat, WebhookChannel } from 'toolgate/http';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

// Only for this example: a real secret is random, and never part of the code.
const EXAMPLE = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const desk = { id: '2026-11', secret: process.env['DESK_WEBHOOK_SECRET'] ?? EXAMPLE };

const model = new ScriptedChatModel([callsTools(toolCall('refund', { orderNumber: 'A-1042' })), 'It is refunded.']);
const store = new InMemoryApprovalStore();
const strategy = new HumanApprovalStrategy();
const INBOX = 'https://desk.example.com/approvals/inbox';

@Injectable()
class Refunds {
  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(orderNumber: string): string {
    return `Refunded ${orderNumber}`;
  }
}

@Injectable()
class SignedIn extends RequesterResolver {
  identify() {
    return { id: 'ann' };
  }

  rehydrate() {
    return { type: 'present' } as const;
  }
}

const deskUrl = (): string => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/approvals`;

@Module({
  imports: [
    // #region options
    ToolgateModule.forRoot({ model, approval: { strategy, store, notices: { inboxUrl: INBOX } } }),
    // #endregion
  ],
  providers: [
    Refunds,
    { provide: RequesterResolver, useClass: SignedIn },
    // #region providers
    DeskMail,
    { provide: 'desk-webhook', useFactory: () => new WebhookChannel({ url: deskUrl(), secrets: [desk] }) },
    // #endregion
  ],
})
class AppModule {}

// #region slack
const slack = (url: string) =>
  new WebhookChannel({ name: 'slack', url, format: slackFormat(), kinds: ['asked', 'unknown', 'parked'] });
// #endregion

// #region operator
@Injectable()
export class Operations {
  constructor(private readonly notices: ApprovalNotices) {}

  /** Delivers each parked notice of a channel again. Returns their errors. */
  async retryParked(channel: string, by: Approver): Promise<readonly string[]> {
    const { items } = await this.notices.list({ state: 'parked', channel }, by);
    for (const { notice } of items) await this.notices.retry(notice.id, by);
    return items.map(({ error = '' }) => error);
  }
}
// #endregion

const listening = (): Promise<void> => new Promise((resolve) => void receiver.listen(0, '127.0.0.1', resolve));

export const run = async () => {
  await listening();
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const [notices, approvals] = [app.get(ApprovalNotices), app.get(ApprovalService)];
  const asked = await app.get(ChatClient).prompt('Refund A-1042').tools(Refunds).call().outcome();
  if (asked.status !== 'suspended') throw new Error('The turn was not suspended.');
  await notices.deliver();
  const { id, revision, argsHash } = await approvals.get(asked.approvals[0]!.id);
  await approvals.decide(id, { decisionId: 'kim-1', decision: 'approve', revision, argsHash }, { id: 'kim' });
  await notices.deliver();
  const { open, parked } = await notices.counts();
  await app.close();
  receiver.closeAllConnections();
  receiver.close();
  return { mail: app.get(DeskMail).sent, received, open, parked, slack: slack('https://hooks.slack.com/x').name };
};
