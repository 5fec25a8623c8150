import { describe, expect, it } from 'vitest';
import { Inject, Injectable, Module, type Provider, Scope } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { Tool, ToolApprovalStrategy, ToolCallback, ToolContext } from 'toolgate';
import type { PromptBuilder } from 'toolgate/chat';
import { assistantMessage, type Prompt, userMessage } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import { ToolVisibility } from 'toolgate/tool';
import { advisor, refuseUnhandledRejections } from '../chat/chat.fixture.js';
import { boot, compile, lastTexts } from '../story.fixture.js';

@Injectable()
class Desk {
  ran: string[] = [];

  @Tool({ description: 'Finds', tags: ['read'] })
  find() {
    this.ran.push('find');
    return 'found';
  }

  @Tool({ description: 'Deletes', tags: ['write'] })
  purge() {
    this.ran.push('purge');
    return 'purged';
  }
}

type Says = (tool: ToolCallback, context: ToolContext) => boolean | Promise<boolean>;

const visibility = (isVisible: Says): Provider => ({ provide: ToolVisibility, useValue: { isVisible } });
const onlyAdmins: Says = (tool, { data }) => !tool.metadata.tags?.includes('write') || data['role'] === 'admin';

const BOTH = [callsTools(toolCall('find', {}), toolCall('purge', {})), 'End.'];
const start = async (provider: Provider, script: readonly ScriptedAnswer[] = BOTH, more: Provider[] = []) => {
  const story = await boot({ script, providers: [Desk, provider, ...more] });
  return {
    ...story,
    desk: story.app.get(Desk),
    ask: (role: string) => story.chat.prompt('Go').tools(Desk).toolContext({ role }),
  };
};
const sentNames = ({ tools = [] }: Prompt) => tools.map(({ name }) => name);

describe.each(['call', 'stream'] as const)('a tool that is invisible to a caller, in a %s', (mode) => {
  const read = async (spec: Awaited<ReturnType<typeof start>>['ask'] extends (role: string) => infer S ? S : never) => {
    if (mode === 'call') await spec.call().content();
    else for await (const _ of spec.stream());
  };

  it.each<[string, Says]>([
    ['at once', onlyAdmins],
    ['later', async (...given) => onlyAdmins(...given)],
  ])('is not sent and does not run if the visibility is decided %s', async (_, says) => {
    const { ask, desk, model } = await start(visibility(says));
    await read(ask('clerk'));
    expect(model.prompts.map(sentNames)).toEqual([['find'], ['find']]);
    expect(desk.ran).toEqual(['find']);
    expect(lastTexts(model)).toEqual(['found', 'There is no tool "purge". The tools are: find.']);
  });

  it('is visible to the next caller', async () => {
    const { ask, desk, model } = await start(visibility(onlyAdmins), [...BOTH, ...BOTH]);
    await read(ask('clerk'));
    await read(ask('admin'));
    expect(sentNames(model.prompts[2]!)).toEqual(['find', 'purge']);
    expect(desk.ran).toEqual(['find', 'find', 'purge']);
  });

  it('fails the turn if the visibility cannot be decided', async () => {
    const { ask, desk, model } = await start(
      visibility(async (tool) => {
        if (tool.definition.name === 'purge') throw new Error('The directory is down.');
        return true;
      }),
    );
    await expect(read(ask('clerk'))).rejects.toThrow('The directory is down.');
    expect([model.prompts, desk.ran]).toEqual([[], []]);
  });
});

it('asks a ToolVisibility again in the same turn after it failed', async () => {
  let failures = 1;
  const says: Says = async () => {
    if (failures-- > 0) throw new Error('The directory is down.');
    return true;
  };
  const { ask, desk } = await start(visibility(says));
  const twice = advisor(async function* (request, chain) {
    try {
      return yield* chain.next(request);
    } catch {
      return yield* chain.next(request);
    }
  });
  expect(await ask('clerk').advisors(twice).call().content()).toBe('End.');
  expect(desk.ran).toEqual(['find', 'purge']);
});

describe('a ToolVisibility that fails later', () => {
  refuseUnhandledRejections();
  const failing: Says = async () => {
    throw new Error('The directory is down.');
  };

  it.each([
    ['a call', (ask: PromptBuilder) => ask.call().content()],
    ['a stream', (ask: PromptBuilder) => ask.stream().outcome()],
  ])('does not end the process if an advisor answers in place of the model, in %s', async (_, read) => {
    const { ask } = await start(visibility(failing));
    const answering = advisor(async function* (request, chain) {
      // Opened, and never read.
      chain.next(request);
      const message = assistantMessage('From the cache');
      return { chatResponse: { message, finishReason: { unified: 'stop' }, usage: {} }, context: request.context };
    });
    await read(ask('clerk').advisors(answering));
  });
});

describe('a ToolVisibility', () => {
  it('is called once per turn for each tool, so that all rounds have the same tools', async () => {
    const asked: string[] = [];
    const again = callsTools(toolCall('find', {}));
    const { ask } = await start(
      visibility((tool) => {
        asked.push(tool.definition.name);
        return true;
      }),
      [again, again, again, 'End.'],
    );
    await ask('clerk').call().content();
    expect(asked).toEqual(['find', 'purge']);
  });

  it('shows a tool only if it returns true', async () => {
    const { ask, model } = await start(
      visibility(() => 'yes' as never),
      ['End.'],
    );
    await ask('clerk').call().content();
    expect(model.prompts[0]!.tools).toBeUndefined();
  });

  it('may be request-scoped: REQUEST is the turn’s tool context', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class ByRole extends ToolVisibility {
      constructor(@Inject(REQUEST) private readonly context: ToolContext) {
        super();
      }

      isVisible(tool: ToolCallback) {
        return onlyAdmins(tool, this.context) as boolean;
      }
    }
    const { ask, desk } = await start({ provide: ToolVisibility, useClass: ByRole }, [...BOTH, ...BOTH]);
    await Promise.all([ask('clerk').call().content(), ask('clerk').call().content()]);
    expect(desk.ran).toEqual(['find', 'find']);
  });

  it('runs before the gate, so that no approval is requested for an invisible tool', async () => {
    const asked: string[] = [];
    const strategy = ToolApprovalStrategy.of((tool) => {
      asked.push(tool.definition.name);
      return { type: 'approve' };
    });
    const { ask } = await start(visibility(onlyAdmins), BOTH, [{ provide: ToolApprovalStrategy, useValue: strategy }]);
    await ask('clerk').call().content();
    expect(asked).toEqual(['find']);
  });

  it('applies in a manual loop, with the tool context of the options', async () => {
    const { manager, desk } = await start(visibility(onlyAdmins));
    const options = { tools: [Desk], toolContext: { role: 'clerk' } };
    expect((await manager.resolveToolDefinitions(options)).map(({ name }) => name)).toEqual(['find']);
    const response = {
      message: { role: 'assistant', content: [{ type: 'tool-call', toolCallId: '1', toolName: 'purge', input: '{}' }] },
      finishReason: { unified: 'tool-calls' },
      usage: {},
    } as const;
    await manager.executeToolCalls({ messages: [userMessage('Go')] }, response, options);
    expect(desk.ran).toEqual([]);
  });

  it('stops start-up if it would be ignored, or is provided twice', async () => {
    class Ignored extends ToolVisibility {
      isVisible() {
        return false;
      }
    }
    const bare = (await compile({ providers: [Ignored] })).app;
    await expect(bare.init()).rejects.toThrow('{ provide: ToolVisibility, useClass: Ignored }');

    @Module({ providers: [visibility(() => true)] })
    class A {}
    @Module({ providers: [visibility(() => true)] })
    class B {}
    const twice = (await compile({ imports: [A, B] })).app;
    await expect(twice.init()).rejects.toThrow('ToolVisibility is provided more than once: by A and by B');
  });
});
