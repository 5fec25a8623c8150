import { NestFactory } from '@nestjs/core';
import { Module } from '@nestjs/common';
import { ToolApprovalDecision, ToolApprovalStrategy, ToolgateModule } from 'toolgate';
import { ApprovalStore, RequesterResolver } from 'toolgate/approval';
import { ApprovalsHttpModule, type Principal, PrincipalResolver } from 'toolgate/http';
import { migrateToLatest, openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';
import type { ToolContext } from 'toolgate/tool';
import { InProcessModel } from '../in-process.model.js';
import { toolsOf } from '../tools-of.js';

class Askers extends RequesterResolver {
  identify({ data }: ToolContext<{ tenant: string }>) {
    return { id: 'ada', tenant: data.tenant };
  }
  rehydrate() {
    return { type: 'present' } as const;
  }
}

class Tenants extends PrincipalResolver {
  principal({ headers }: { readonly headers: Readonly<Record<string, string>> }): Principal {
    return { approver: { id: 'grace', tenant: headers['x-tenant']! } };
  }
}

export const tools = toolsOf(1);

/** Serves the door over a SQLite database. `committed` is called after each commit. */
export const serveDoor = async (file: string, committed: () => void) => {
  const database = await openSqlDatabase({ sqlite: { file } });
  await migrateToLatest(database);
  const store = new SqlApprovalStore(database);
  const change: ApprovalStore['change'] = async (run, act) => {
    const result = await store.change(run, act);
    committed();
    return result;
  };
  const timed = Object.assign(Object.create(store) as ApprovalStore, { change });
  const strategy = ToolApprovalStrategy.of(() => ToolApprovalDecision.ask());
  @Module({
    imports: [
      ToolgateModule.forRoot({
        model: new InProcessModel(),
        approval: { store: timed, strategy, requester: new Askers(), worker: false },
      }),
      ApprovalsHttpModule.forRoot(),
    ],
    providers: [tools, { provide: PrincipalResolver, useClass: Tenants }],
  })
  class App {}
  const app = await NestFactory.create(App, { logger: ['error', 'warn'] });
  await app.listen(0, '127.0.0.1');
  const close = async (): Promise<void> => {
    await app.close();
    await database.destroy();
  };
  return { app, close };
};
