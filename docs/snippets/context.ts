// #region declare
import { Injectable } from '@nestjs/common';
import { Tool, ToolContext } from 'toolgate';
import { CurrentToolContext } from 'toolgate/tool';

const contexts: string[] = [];
const roles: string[][] = [];
const keys: (string | undefined)[] = [];

interface Desk {
  tenant: string;
  locale: string;
}

@Injectable()
class Payments {
  constructor(private readonly current: CurrentToolContext) {}

  refund(orderNumber: string): string {
    const context = this.current.get<Desk>();
    keys.push(context?.idempotencyKey);
    return `Refunded ${orderNumber} of ${context?.data.tenant}`;
  }
}

@Injectable()
class Refunds {
  constructor(private readonly payments: Payments) {}

  @Tool({ description: 'Refund an order' })
  async refund(orderNumber: string, context: ToolContext<Desk>) {
    context.progress({ step: 'asking the bank' });
    context.throwIfAborted();
    roles.push(context.messages.map(({ role }) => role));
    contexts.push(`${context.data.tenant} ${context.data.locale} ${context.conversation} ${context.call?.round}`);
    return this.payments.refund(orderNumber);
  }
}
// #endregion
// #region scope
import { AsyncLocalStorage } from 'node:async_hooks';
import { type PreparedCall, ToolInterceptor } from 'toolgate/tool';

/** The tenant that the services of the application read. */
const tenants = new AsyncLocalStorage<string>();

@Injectable()
class TenantScope extends ToolInterceptor {
  intercept<T>({ context }: PreparedCall, next: () => Promise<T>): Promise<T> {
    return tenants.run(String(context.data['tenant']), next);
  }
}
// #endregion
import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ChatClient, ToolgateModule } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

const scopes: (string | undefined)[] = [];

class SeenTenants extends Payments {
  override refund(orderNumber: string): string {
    scopes.push(tenants.getStore());
    return super.refund(orderNumber);
  }
}

@Module({ providers: [Refunds, { provide: Payments, useClass: SeenTenants }, TenantScope] })
class RefundsModule {}

export const run = async (): Promise<unknown> => {
  const model = new ScriptedChatModel([callsTools(toolCall('refund', { orderNumber: 'A-1042' })), 'Done.']);
  const imports = [
    ToolgateModule.forRoot({ model, client: { toolContext: { tenant: '-', locale: 'de' } } }),
    RefundsModule,
  ];
  const app = await Test.createTestingModule({ imports }).compile();
  const chat = app.get(ChatClient);
  const token = 'a secret';
  const progress: unknown[] = [];
  // #region use
  const answer = chat
    .prompt('Refund A-1042')
    .tools(Refunds)
    .toolContext({ tenant: 'acme' })
    .transient({ token })
    .conversation('ticket-7')
    .stream();
  for await (const part of answer) {
    if (part.type === 'tool-progress') progress.push(part.value);
  }
  // #endregion
  const [key] = keys;
  return {
    contexts,
    roles,
    progress,
    key: key?.replace(/^[0-9a-f-]{36}/, '<run>'),
    sent: JSON.stringify(model.prompts).includes('acme, de'),
    scopes,
  };
};
