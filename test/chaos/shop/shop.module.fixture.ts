import { type DynamicModule, Module } from '@nestjs/common';
import { ToolgateModule } from 'toolgate';
import { type Requester, RequesterResolver } from 'toolgate/approval';
import { BullMqModule } from 'toolgate/bullmq';
import { PostgresModule } from 'toolgate/postgres';
import { SqlModule } from 'toolgate/sql';
import type { ToolContext } from 'toolgate/tool';
import { agent, CLERK } from './agent.fixture.js';
import { shopStrategy } from './policy.fixture.js';
import { ShopModel } from './shop.model.fixture.js';
import type { ShopJob } from './shop-job.fixture.js';
import { ShopPlace } from './shop-place.fixture.js';
import { ShopTools } from './shop.tools.fixture.js';
import { SlowGuard } from './slow.guard.fixture.js';

/** Returns the user of the tool context; their transient values are created again whenever their turn resumes. */
class Customers extends RequesterResolver {
  identify({ data }: ToolContext<{ user: string; tenant: string }>): Requester {
    return { id: data.user, tenant: data.tenant };
  }

  rehydrate({ id }: Requester) {
    return { type: 'present', transient: { actsAs: id } } as const;
  }
}

@Module({})
class ShopModule {}

const EXPIRES_MS = 60_000;
const LAPSES_MS = 5000;

/** The module that wakes the processes; none for the timer. */
const wakesOf = ({ dispatcher, database }: ShopJob): readonly DynamicModule[] => {
  if (dispatcher === 'timer') return [];
  if (dispatcher === 'postgres') return [PostgresModule.forRoot()];
  return [BullMqModule.forRoot({ connection: database.postgres!.connectionString })];
};

/** The application under test, which uses public doors only. */
export const shopModule = (place: ShopPlace): DynamicModule => {
  const { database, worker, onMessage, leaseMs } = place.job;
  return {
    module: ShopModule,
    imports: [
      SqlModule.forRoot(database),
      ...wakesOf(place.job),
      ToolgateModule.forFeature([{ name: CLERK, tools: [ShopTools], memory: true }]),
      ToolgateModule.forRoot({
        model: new ShopModel(place),
        memory: true,
        approval: {
          strategy: shopStrategy(),
          requester: new Customers(),
          worker,
          onMessage,
          leaseMs,
          shutdownMs: leaseMs,
          expiresInMs: EXPIRES_MS,
          approvalLapsesInMs: LAPSES_MS,
        },
      }),
    ],
    providers: [ShopTools, SlowGuard, agent, { provide: ShopPlace, useValue: place }],
  };
};
