import { describe, expect, it } from 'vitest';
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

describe('the tool defaults of a module', () => {
  it('apply unless the class or the method overrides them, and tags are combined', async () => {
    const options = defaults({ timeoutMs: 1000, requiresApproval: true, tags: ['module'] });
    const { app } = await boot({ providers: [Orders, Stock], options });
    const registry = app.get(ToolRegistry);
    expect(['find', 'cancel', 'count'].map((name) => registry.get(name)!.metadata)).toEqual([
      { timeoutMs: 2000, requiresApproval: true, tags: ['module', 'class'] },
      { timeoutMs: 3000, requiresApproval: false, tags: ['module', 'class', 'method'] },
      { timeoutMs: 1000, requiresApproval: true, tags: ['module'] },
    ]);
  });

  it('apply to instances that a prompt passes, in one application only', async () => {
    const first = await boot({ script: tools('count'), options: defaults({ resultConverter: new Loud() }) });
    await first.chat.prompt('Go').tools(new Stock()).call().content();
    expect(lastTexts(first.model)).toEqual(['3!']);
    const second = await boot({ script: tools('count') });
    await second.chat.prompt('Go').tools(new Stock()).call().content();
    expect(lastTexts(second.model)).toEqual(['3']);
  });

  it('are validated at start-up by name', async () => {
    const wrong = (some: object) =>
      compile({ providers: [Stock], options: defaults(some) }).then(({ app }) => app.init());
    await expect(wrong({ timeout: 5 })).rejects.toThrow(
      'Unknown option toolCalling.defaults.timeout of ToolgateModule.forRoot().',
    );
    await expect(wrong({ requiresApproval: 'yes' })).rejects.toThrow('forRoot({ toolCalling: { defaults } })');
  });

  it('are reported once if they are invalid, for any number of tools', async () => {
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

  it('may be a class that Nest provides', async () => {
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

  it('may be a class without constructor parameters that is not provided', async () => {
    const { chat, model } = await boot(withConverter(Loud));
    await chat.prompt('Go').tools(Stock).call().content();
    expect(lastTexts(model)).toEqual(['3!']);
  });

  it('stops start-up if it has constructor parameters and is not provided', async () => {
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

  it('stops start-up with an error that names it if its constructor throws', async () => {
    class Broken extends Loud {
      constructor() {
        super();
        throw new Error('the locale is missing');
      }
    }
    const { app } = await compile(withConverter(Broken));
    await expect(app.init()).rejects.toThrow(
      'Broken could not be created: the locale is missing. Correct its constructor, or pass an instance.',
    );
  });

  it('stops start-up if it is request-scoped', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Scoped extends Loud {}
    const { app } = await compile(withConverter(Scoped, [Scoped]));
    await expect(app.init()).rejects.toThrow('Scoped in RootTestModule is request-scoped');
  });

  it.each<[string, () => unknown]>([
    ['a text', () => 'found'],
    ['nothing', () => undefined],
    ['a promise', async () => ({ type: 'text', text: 'later' })],
  ])('fails the call with an instruction if it returns %s instead of an output', async (_, convert) => {
    class Wrong extends ToolCallResultConverter {
      override convert = convert as () => ToolResultOutput;
    }
    const { chat, model } = await boot(withConverter(Wrong));
    await chat.prompt('Go').tools(Stock).call().content();
    expect(lastTexts(model)).toEqual([expect.stringContaining("Return { type: 'text', text: … }, or another output.")]);
    expect(lastResults(model)[0]!.outcome).toEqual({ type: 'error', kind: 'unserialisable-result' });
  });

  it('fails the turn if it is not provided, before the tool of the prompt runs', async () => {
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

  it('replaces the standard converter for all tools if it is provided under the ToolCallResultConverter token', async () => {
    const { chat, model } = await boot({
      script: tools('count'),
      providers: [Stock, { provide: ToolCallResultConverter, useClass: Loud }],
    });
    await chat.prompt('Go').tools(Stock).call().content();
    expect(lastTexts(model)).toEqual(['3!']);
  });
});
