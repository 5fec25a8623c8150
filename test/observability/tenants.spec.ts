import { describe, expect, it } from 'vitest';
import { ChatClient, RequesterResolver, type ToolContext } from 'toolgate';
import { bootObserved, NamedModel } from './observed.fixture.js';
import { useSdk } from './telemetry.fixture.js';

const sdk = useSdk();

class Sessions extends RequesterResolver {
  async identify({ data }: ToolContext<{ tenant?: string }>) {
    return { id: 'ada', ...(data.tenant !== undefined && { tenant: data.tenant }) };
  }

  rehydrate() {
    return { type: 'present' } as const;
  }
}

const SPANS = ['invoke_agent default', 'chat gpt-x', 'load_memory', 'store_memory'];

const tenants = (): readonly unknown[] =>
  SPANS.map((name) => {
    const { attributes } = sdk.current.span(name);
    return [name, attributes['gen_ai.conversation.id'], attributes['toolgate.tenant']];
  });

describe('the spans of a turn', () => {
  it.each(['call', 'stream'] as const)(
    'have its tenant and its conversation, and the metrics do not: %s',
    async (mode) => {
      const providers = [{ provide: RequesterResolver, useClass: Sessions }];
      const { app } = await bootObserved(new NamedModel(['Hello.']), {
        options: { memory: true },
        metadata: { providers },
      });
      await app.get(ChatClient).prompt('Hi').conversation('42').toolContext({ tenant: 'acme' })[mode]().outcome();
      expect(tenants()).toEqual(SPANS.map((name) => [name, '42', 'acme']));
      expect(JSON.stringify(await sdk.current.measured())).not.toContain('acme');
      await app.close();
    },
  );

  it('have no tenant in an application without tenants', async () => {
    const { app } = await bootObserved(new NamedModel(['Hello.']), { options: { memory: true } });
    await app.get(ChatClient).prompt('Hi').conversation('42').call().outcome();
    expect(tenants()).toEqual(SPANS.map((name) => [name, '42', undefined]));
    await app.close();
  });
});
