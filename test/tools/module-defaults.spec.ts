import { describe, expect, it } from '@jest/globals';
import { Injectable, Scope } from '@nestjs/common';
import { functionTool, Tool, type ToolgateModuleOptions, Tools } from 'toolgate';
import type { ToolResultOutput } from 'toolgate/model';
import { callsTools, toolCall } from 'toolgate/testing';
import { ToolCallResultConverter, ToolRegistry } from 'toolgate/tool';
import { boot, compile, lastResults, lastTexts } from '../story.fixture.js';

@Injectable()
class Loud extends ToolCallResultConverter {
  convert(result: unknown): ToolResultOutput {
    return { type: 'text', text: `${String(result)}!` };
  }
}

@Injectable()
@Tools({ timeoutMs: 2000, tags: ['class'] })
class Orders {
  @Tool({ description: 'Finds' })
  find() {
    return 'found';
  }

  @Tool({ description: 'Cancels', timeoutMs: 3000, requiresApproval: false, tags: ['method'] })
  cancel() {
    return 'cancelled';
  }
}

@Injectable()
class Stock {
  @Tool({ description: 'Counts' })
  count() {
    return 3;
  }
}

const defaults = (some: object): ToolgateModuleOptions => ({ toolCalling: { defaults: some } });
const tools = (...names: string[]) => [callsTools(...names.map((name) => toolCall(name, {}))), 'End.'];

describe('what a module says of all tools', () => {
  it('holds where neither the class nor the method says otherwise; tags add up', async () => {
    const options = defaults({ timeoutMs: 1000, requiresApproval: true, tags: ['module'] });
    const { app } = await boot({ providers: [Orders, Stock], options });
    const registry = app.get(ToolRegistry);
    expect(['find', 'cancel', 'count'].map((name) => registry.get(name)!.metadata)).toEqual([
      { timeoutMs: 2000, requiresApproval: true, tags: ['module', 'class'] },
      { timeoutMs: 3000, requiresApproval: false, tags: ['module', 'class', 'method'] },
      { timeoutMs: 1000, requiresApproval: true, tags: ['module'] },
    ]);
  });

  it('holds for instances that a request brings, and for one application alone', async () => {
    const first = await boot({ script: tools('count'), options: defaults({ resultConverter: new Loud() }) });
    await first.chat.prompt('Go').tools(new Stock()).call().content();
    expect(lastTexts(first.model)).toEqual(['3!']);
    const second = await boot({ script: tools('count') });
    await second.chat.prompt('Go').tools(new Stock()).call().content();
    expect(lastTexts(second.model)).toEqual(['3']);
  });

  it('is checked at start-up, by name', async () => {
    const wrong = (some: object) =>
      compile({ providers: [Stock], options: defaults(some) }).then(({ app }) => app.init());
    await expect(wrong({ timeout: 5 })).rejects.toThrow('does not know the option toolCalling.defaults.timeout.');
    await expect(wrong({ requiresApproval: 'yes' })).rejects.toThrow('forRoot({ toolCalling: { defaults } })');
  });

  it('is told to be wrong once, however many tools it is for', async () => {
    const { app } = await compile({ providers: [Orders, Stock], options: defaults({ requiresApproval: 'yes' }) });
    const error = await app.init().catch((reason: unknown) => reason);
    expect((error as Error).message.split('\n')).toEqual([expect.stringContaining('`requiresApproval` is a string')]);
  });
});

describe('a result converter', () => {
  const withConverter = (resultConverter: new () => ToolCallResultConverter, providers: object[] = []) => ({
    script: tools('count'),
    providers: [Stock, ...providers] as never[],
    options: defaults({ resultConverter }),
  });

  it('is a class that Nest provides', async () => {
    @Injectable()
    class Counting extends ToolCallResultConverter {
      calls = 0;

      convert(): ToolResultOutput {
        return { type: 'json', value: ++this.calls };
      }
    }
    const { chat, app, model } = await boot(withConverter(Counting, [Counting]));
    await chat.prompt('Go').tools(Stock).call().content();
    expect([lastTexts(model), app.get(Counting).calls]).toEqual([['1'], 1]);
  });

  it('is a class that needs nothing, provided or not', async () => {
    const { chat, model } = await boot(withConverter(Loud));
    await chat.prompt('Go').tools(Stock).call().content();
    expect(lastTexts(model)).toEqual(['3!']);
  });

  it('stops start-up where only Nest could make it and nobody provides it', async () => {
    class Needy extends Loud {
      constructor(readonly registry: ToolRegistry) {
        super();
      }
    }
    const { app } = await compile(withConverter(Needy as never));
    await expect(app.init()).rejects.toThrow(
      'Needy has constructor parameters that only Nest can inject. Add it to the providers of a module.',
    );
  });

  it('stops start-up where it belongs to a turn', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Scoped extends Loud {}
    const { app } = await compile(withConverter(Scoped, [Scoped]));
    await expect(app.init()).rejects.toThrow('Scoped in RootTestModule is request-scoped');
  });

  it.each<[string, () => unknown]>([
    ['a text', () => 'found'],
    ['nothing', () => undefined],
    ['a promise', async () => ({ type: 'text', text: 'later' })],
  ])('that gives %s in place of an output is an error, and says what to return', async (_, convert) => {
    class Wrong extends ToolCallResultConverter {
      override convert = convert as () => ToolResultOutput;
    }
    const { chat, model } = await boot(withConverter(Wrong));
    await chat.prompt('Go').tools(Stock).call().content();
    expect(lastTexts(model)).toEqual([expect.stringContaining("Return { type: 'text', text: … }, or another output.")]);
    expect(lastResults(model)[0]!.outcome).toEqual({ type: 'error', kind: 'unserialisable-result' });
  });

  it('is missed before the tool that a request brings has had an effect', async () => {
    class Needy extends Loud {
      constructor(readonly registry: ToolRegistry) {
        super();
      }
    }
    let ran = false;
    const run = () => (ran = true);
    const tool = functionTool({ name: 'act', description: 'Acts', resultConverter: Needy, run });
    const { chat } = await boot({ script: tools('act') });
    await expect(chat.prompt('Go').tools(tool).call().content()).rejects.toThrow(
      'Needy has constructor parameters that only Nest can inject',
    );
    expect(ran).toBe(false);
  });

  it('takes the place of ours for all tools where it stands under our token', async () => {
    const { chat, model } = await boot({
      script: tools('count'),
      providers: [Stock, { provide: ToolCallResultConverter, useClass: Loud }],
    });
    await chat.prompt('Go').tools(Stock).call().content();
    expect(lastTexts(model)).toEqual(['3!']);
  });
});
