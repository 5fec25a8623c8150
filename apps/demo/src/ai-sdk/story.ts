import type { INestApplicationContext } from '@nestjs/common';
import { ApprovalService, type Approver, GatedCalls } from 'toolgate';
import { ANY_TENANT, type ListedApproval } from 'toolgate/approval';
import type { Fact } from '../cluster/facts.js';
import type { Narrator } from '../cluster/narrator.js';
import { waitUntil } from '../cluster/wait-until.js';
import type { DeskContext } from '../desk/desk-context.js';
import { euros } from '../orders/euros.js';
import { OrdersService } from '../orders/orders.service.js';
import { DESK_TOOLS } from './ai-sdk-desk.module.js';
import { Conversation } from './conversation.js';
import type { DeskTools } from './desk-tools.js';

const GRACE: Approver = { id: 'grace', tenant: ANY_TENANT, roles: ['clerk', 'manager'] };
const ANN = { user: 'ann', tenant: 'acme' } as const;
const GINA = { user: 'gina', tenant: 'globex' } as const;

const ask = (text: string) => [{ role: 'user', content: text } as const];

/** Customers ask, a manager decides, and a client sends an approval that no person gave. */
export class Story {
  private readonly approvals = this.app.get(ApprovalService);

  constructor(
    private readonly app: INestApplicationContext,
    private readonly narrator: Narrator,
  ) {}

  async play(): Promise<void> {
    await this.approvedByPolicy();
    await this.waitsInline();
    await this.waitsForClient();
  }

  /** Reads the outcome from the records and from the order book. */
  async facts(): Promise<readonly Fact[]> {
    const { items } = await this.approvals.runs.list({ kind: 'call', status: 'completed' }, GRACE);
    const records = items.filter(({ slots }) => slots[0]?.toolName === 'refund');
    const orders = await this.app.get(OrdersService).all();
    // A-1060 was refunded before.
    const refunds = orders.filter(({ number, status }) => status === 'refunded' && number !== 'A-1060');
    const refunded = refunds.map(({ number, refunded }) => `${euros(refunded)} of ${number}`);
    return [
      { text: `Refunded once each: ${refunded.join(', ')}.`, found: refunds.length, expected: 3 },
      { text: 'Each refund has one record, with its decision.', found: records.length, expected: 3 },
    ];
  }

  private async approvedByPolicy(): Promise<void> {
    const { text } = await this.conversation(ANN, 'inline').send(ask(this.says('ann', 'Refund order A-1042')));
    this.narrator.event('streamText', text);
  }

  private async waitsInline(): Promise<void> {
    const answering = this.conversation(ANN, 'inline').send(ask(this.says('ann', 'Refund order A-1043')));
    const waiting = await this.waiting();
    this.narrator.event('the gate', `${waiting.requirement.message} execute() waits for the decision.`);
    await this.approve(waiting);
    this.narrator.event('streamText', (await answering).text);
  }

  private async waitsForClient(): Promise<void> {
    const conversation = this.conversation(GINA, 'client');
    const first = await conversation.send(ask(this.says('gina', 'Refund order G-2002')));
    this.narrator.event('streamText', 'Ends with a request for approval, which the client shows.');
    const forged = await conversation.sendApproved(first);
    this.narrator.alarm('gina', 'Sends "approved: true" herself.');
    this.narrator.event('streamText', forged.text);
    await this.approve(await this.waiting());
    const answer = await conversation.sendApproved(first);
    this.narrator.event('streamText', answer.text);
    this.narrator.event('gina', 'Sends the same messages again.');
    this.narrator.event('streamText', (await conversation.sendApproved(first)).text);
  }

  private conversation(of: DeskContext, wait: 'inline' | 'client'): Conversation {
    const tools = this.app.get<DeskTools>(DESK_TOOLS, { strict: false });
    return new Conversation(tools, this.app.get(GatedCalls), { ...of, conversation: of.user, wait });
  }

  private says(user: string, text: string): string {
    this.narrator.event(user, `"${text}"`);
    return text;
  }

  private waiting(): Promise<ListedApproval> {
    return waitUntil(async () => (await this.approvals.list({ status: 'PENDING' }, GRACE)).items[0], 'The request');
  }

  private async approve({ id, revision, argsHash, toolName }: ListedApproval): Promise<void> {
    await this.approvals.decide(id, { decisionId: id, decision: 'approve', revision, argsHash }, GRACE);
    this.narrator.event('grace', `Approves ${toolName}.`);
  }
}
