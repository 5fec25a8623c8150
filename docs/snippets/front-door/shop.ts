import {
  type CanActivate,
  type ExecutionContext,
  Injectable,
  type INestApplication,
  Module,
  type Provider,
  type Type,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import {
  ChatClient,
  HumanApprovalStrategy,
  InMemoryApprovalStore,
  RequesterResolver,
  Tool,
  ToolContext,
  ToolgateModule,
} from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

/** A user of the shop. */
export type ShopUser = {
  readonly id: string;
  readonly shop: string;
  readonly roles: readonly string[];
};

export const users: Readonly<Record<string, ShopUser>> = {
  ann: { id: 'ann', shop: 'acme', roles: [] },
  lee: { id: 'lee', shop: 'acme', roles: ['staff', 'lead'] },
  kim: { id: 'kim', shop: 'acme', roles: ['staff'] },
};

/** Stands for the authentication of an application: a header names the user. */
@Injectable()
export class HeaderGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<{ headers: Record<string, string>; user?: ShopUser }>();
    const user = users[request.headers['x-user'] ?? ''];
    if (user) request.user = user;
    return true;
  }
}

@Injectable()
class Refunds {
  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(orderNumber: string, amount: number): string {
    return `Refunded ${amount} of ${orderNumber}`;
  }
}

@Injectable()
class Requesters extends RequesterResolver {
  identify({ data }: ToolContext<{ user: ShopUser }>) {
    return { id: data.user.id, tenant: data.user.shop };
  }

  rehydrate() {
    return { type: 'present' } as const;
  }
}

/** Starts a shop in which each question waits for the refund of an order, with these modules and providers. */
export const startShop = async (modules: readonly Type[], providers: readonly Provider[] = []) => {
  const model = new ScriptedChatModel([
    callsTools(toolCall('refund', { orderNumber: 'A-1043', amount: 80 })),
    'I refunded 80 of A-1043.',
  ]);
  const strategy = new HumanApprovalStrategy({
    requirement: { approvers: { roles: ['lead'] }, fourEyes: true, message: 'May this be refunded?' },
  });

  @Module({
    imports: [
      ToolgateModule.forRoot({ model, approval: { strategy, store: new InMemoryApprovalStore() } }),
      ...modules,
    ],
    providers: [Refunds, { provide: RequesterResolver, useClass: Requesters }, ...providers],
  })
  class ShopModule {}

  const testing = await Test.createTestingModule({ imports: [ShopModule] }).compile();
  const app = testing.createNestApplication({ logger: false });
  const ask = async (user: ShopUser = users['ann']!) => {
    const turn = await app
      .get(ChatClient)
      .prompt('Refund A-1043')
      .tools(Refunds)
      .toolContext({ user })
      .call()
      .outcome();
    if (turn.status !== 'suspended') throw new Error('The turn must wait for a person.');
    return turn;
  };
  return { app, ask };
};

/** Starts to listen, and returns the URL of the door. */
export const doorOf = async (app: INestApplication): Promise<string> => {
  await app.listen(0, '127.0.0.1');
  return `${await app.getUrl()}/approvals`;
};

export const headerGuard: Provider = { provide: APP_GUARD, useClass: HeaderGuard };
