import type { INestApplicationContext } from '@nestjs/common';
import { ChatClient } from 'toolgate';
import { ApprovalService } from 'toolgate/approval';
import { ChatClientRegistry } from 'toolgate/chat';
import { AGENT } from './agent.fixture.js';
import type { Act } from './act.fixture.js';
import { conversationsOf, PEOPLE, TENANTS } from './people.fixture.js';
import { turnName } from './plan.fixture.js';
import { nameOf } from './run-kinds.fixture.js';
import { questionOf } from './shop.model.fixture.js';
import type { ShopPlace } from './shop-place.fixture.js';
import { ShopTools } from './shop.tools.fixture.js';

/** Requests a turn in a conversation that others may use too, and reads the result. */
export const ask: Act = (app, place) => askFor(app, place, place.unique());

/** Requests a turn that calls agents. */
export const askAgents: Act = (app, place) => askFor(app, place, nameOf('agent', place.unique()));

const askFor = async (app: INestApplicationContext, place: ShopPlace, unique: string): Promise<void> => {
  const { ledger, chance, job } = place;
  const tenant = chance.pick(TENANTS);
  const conversation = chance.pick(conversationsOf(job.conversations));
  const user = chance.pick(PEOPLE);
  const turn = turnName({ tenant, conversation, user }, unique);
  const prompt = app
    .get(ChatClient)
    .prompt(questionOf(turn))
    .tools(ShopTools, AGENT)
    .conversation(conversation)
    .toolContext({ user, tenant })
    .transient({ actsAs: user });
  const outcome = await (chance.isHit(0.3) ? prompt.stream() : prompt.call()).outcome();
  if (outcome.status === 'suspended') ledger.write({ type: 'answer', turn, run: outcome.runId, status: 'suspended' });
  else ledger.write({ type: 'answer', turn, status: 'completed', content: outcome.content });
};

/** Reads a run that waits or is being resumed, and advances it if possible. */
export const read: Act = async (app, { ledger, chance }) => {
  const { items } = await app
    .get(ApprovalService)
    .runs.list({ status: 'suspended', kind: 'turn', limit: 20 }, { tenant: chance.pick(TENANTS) });
  if (items.length === 0) return;
  const { id: run, client } = chance.pick(items);
  const resumed = app.get(ChatClientRegistry).get(client).resume(run);
  const outcome = await (chance.isHit(0.5) ? resumed.stream() : resumed.call()).outcome();
  if (outcome.status === 'completed')
    ledger.write({ type: 'answer', run, status: 'completed', content: outcome.content });
};
