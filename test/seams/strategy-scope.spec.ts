import { describe, expect, it } from 'vitest';
import { Inject, Injectable, Module, Scope } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { type JsonObject, Tool, ToolApprovalDecision, ToolApprovalStrategy, ToolContext } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { boot, lastTexts } from '../story.fixture.js';

let made = 0;

@Injectable()
class Desk {
  @Tool({ description: 'Refunds' })
  refund() {
    return 'refunded';
  }
}

@Injectable({ scope: Scope.REQUEST })
class PerTurn extends ToolApprovalStrategy {
  private asked = 0;

  constructor(@Inject(REQUEST) private readonly request: ToolContext) {
    super();
    made++;
  }

  async approve(_tool: unknown, _args: JsonObject, { data }: ToolContext) {
    await Promise.resolve();
    const same = data === this.request.data ? 'same turn' : 'MIXED';
    return ToolApprovalDecision.reject(`${String(this.request.data['tenant'])} ${++this.asked} ${same}`);
  }
}

@Injectable({ scope: Scope.TRANSIENT })
class PerTurnTransient extends ToolApprovalStrategy {
  private asked = 0;

  constructor() {
    super();
    made++;
  }

  approve() {
    return ToolApprovalDecision.reject(String(++this.asked));
  }
}

const calls = callsTools(toolCall('refund', {}, '1'), toolCall('refund', {}, '2'));
const denied = (...reasons: string[]) => reasons.map((reason) => `Tool execution was denied: ${reason}`);

const start = async (strategy: object, script: ConstructorParameters<typeof ScriptedChatModel>[0]) => {
  @Module({ providers: [{ provide: ToolApprovalStrategy, ...strategy } as never] })
  class PolicyModule {}
  const story = await boot({ script, imports: [PolicyModule], providers: [Desk] });
  made = 0;
  const ask = (tenant: string) => story.chat.prompt(tenant).tools(Desk).toolContext({ tenant }).call().content();
  return { ...story, ask };
};

describe('a request-scoped strategy', () => {
  it('is created once per turn, by its own module, and its REQUEST is the turn’s ToolContext', async () => {
    const { ask, model } = await start({ useClass: PerTurn }, [calls, calls, 'End.', calls, 'End.']);
    await ask('acme');
    expect(made).toBe(1);
    const [, second] = model.prompts.map(({ messages }) => messages.at(-1));
    expect(second).toMatchObject({ role: 'tool' });
    expect(lastTexts(model)).toEqual(denied('acme 3 same turn', 'acme 4 same turn'));
    await ask('zoo');
    expect(made).toBe(2);
    expect(lastTexts(model)).toEqual(denied('zoo 1 same turn', 'zoo 2 same turn'));
  });

  it('is never shared by concurrent turns', async () => {
    const answers = Array.from(
      { length: 100 },
      () =>
        ({ messages }: { messages: readonly { role: string }[] }) =>
          messages.at(-1)!.role === 'tool' ? 'End.' : calls,
    );
    const { ask, model } = await start({ useClass: PerTurn }, answers as never);
    await Promise.all(Array.from({ length: 50 }, (_, index) => ask(`t${index}`)));
    expect(made).toBe(50);
    const last = model.prompts.filter(({ messages }) => messages.at(-1)!.role === 'tool');
    for (const { messages } of last) {
      const [user, , results] = messages as unknown as [
        { content: [{ text: string }] },
        unknown,
        { content: { output: { text: string } }[] },
      ];
      const tenant = user.content[0].text;
      expect(results.content.map(({ output }) => output.text)).toEqual(
        denied(`${tenant} 1 same turn`, `${tenant} 2 same turn`),
      );
    }
    expect(last).toHaveLength(50);
  });

  it('may be created by a factory', async () => {
    const useFactory = ({ data }: ToolContext) =>
      ToolApprovalStrategy.alwaysReject(`factory for ${String(data['tenant'])}`);
    const { ask, model } = await start({ scope: Scope.REQUEST, inject: [REQUEST], useFactory }, [calls, 'End.']);
    await ask('acme');
    expect(lastTexts(model)).toEqual(denied('factory for acme', 'factory for acme'));
  });

  it('may be an alias', async () => {
    const { chat, model } = await boot({
      script: [calls, 'End.'],
      providers: [Desk, PerTurn, { provide: ToolApprovalStrategy, useExisting: PerTurn }],
    });
    await chat.prompt('x').tools(Desk).toolContext({ tenant: 'acme' }).call().content();
    expect(lastTexts(model)).toEqual(denied('acme 1 same turn', 'acme 2 same turn'));
  });

  it('is used by every provider that injects the token', async () => {
    @Injectable()
    class Preview {
      constructor(readonly strategy: ToolApprovalStrategy) {}
    }
    @Module({ providers: [Preview] })
    class PreviewModule {}
    const { app } = await boot({
      imports: [PreviewModule],
      providers: [{ provide: ToolApprovalStrategy, useClass: PerTurn }],
    });
    const context = new ToolContext({ data: { tenant: 'acme' } });
    await expect(
      app.get(Preview, { strict: false }).strategy.approve({} as never, {}, context as never),
    ).resolves.toMatchObject({
      reason: 'acme 1 same turn',
    });
  });

  it('fails the turn, and nothing runs, if it cannot be created', async () => {
    const useFactory = () => {
      throw new Error('no session');
    };
    const { ask } = await start({ scope: Scope.REQUEST, useFactory }, [calls]);
    await expect(ask('acme')).rejects.toThrow(
      'The approval of "refund" failed: ToolApprovalStrategy: no session. No call of this batch ran.',
    );
  });
});

describe('a transient strategy', () => {
  it('is created once per turn', async () => {
    const { ask, model } = await start({ useClass: PerTurnTransient }, [calls, 'End.', calls, 'End.']);
    await ask('acme');
    expect(lastTexts(model)).toEqual(denied('1', '2'));
    await ask('acme');
    expect(lastTexts(model)).toEqual(denied('1', '2'));
    expect(made).toBe(2);
  });
});
