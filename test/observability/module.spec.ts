import 'reflect-metadata';
import { afterEach, describe, expect, it } from 'vitest';
import { Test } from '@nestjs/testing';
import { ChatClient, ToolgateModule } from 'toolgate';
import { ObservabilityModule, type ObservabilityModuleOptions } from 'toolgate/observability';
import { keepLogs } from '../story.fixture.js';
import { bootObserved, Desk, NamedModel, twoRounds } from './observed.fixture.js';
import { Sdk, useSdk } from './telemetry.fixture.js';

const start = async (observe: object) => {
  const logger = keepLogs();
  const model = new NamedModel([]);
  const app = await Test.createTestingModule({
    imports: [ToolgateModule.forRoot({ model }), ObservabilityModule.forRoot(observe as ObservabilityModuleOptions)],
  })
    .setLogger(logger)
    .compile();
  await app.init();
  return logger.lines;
};

describe('ObservabilityModule', () => {
  afterEach(() => {
    for (const key of Object.keys(process.env)) if (key.startsWith('TOOLGATE_')) delete process.env[key];
  });

  it.each<[string, object, string]>([
    [
      'an unknown option',
      { toolContents: true },
      'Unknown option toolContents of ObservabilityModule. Use one of: toolContent,',
    ],
    [
      'a switch that is not a boolean',
      { toolContent: 'yes' },
      "The option toolContent of ObservabilityModule is 'yes'. Pass true or false.",
    ],
    [
      'a hook that is not a function',
      { redact: true },
      'The option redact of ObservabilityModule is true. Pass a function of a string.',
    ],
  ])('refuses %s', async (_, options, message) => {
    await expect(start(options)).rejects.toThrow(message);
  });

  it('refuses a second import', async () => {
    const twice = [ObservabilityModule.forRoot({}), ObservabilityModule.forRoot({ toolContent: true })];
    const model = new NamedModel([]);
    const building = Test.createTestingModule({ imports: [ToolgateModule.forRoot({ model }), ...twice] });
    await expect(building.compile()).rejects.toThrow('ObservabilityModule is imported 2 times');
  });

  it('needs no options', async () => {
    const model = new NamedModel(['Hi']);
    const imports = [ToolgateModule.forRoot({ model }), ObservabilityModule];
    const app = await Test.createTestingModule({ imports }).compile();
    expect(await app.get(ChatClient).prompt('Hello').call().content()).toBe('Hi');
  });

  it('refuses a variable that is neither true nor false', async () => {
    process.env['TOOLGATE_OBSERVABILITY_TOOL_CONTENT'] = 'yes';
    await expect(start({})).rejects.toThrow('TOOLGATE_OBSERVABILITY_TOOL_CONTENT must be true or false.');
  });

  it('logs a warning if spans contain content, and only then', async () => {
    expect(await start({})).toEqual([]);
    expect((await start({ toolContent: true, messageContent: true })).join()).toContain(
      'Spans contain arguments and results of tools and messages. Restrict access to them.',
    );
  });

  it('does nothing without an SDK', async () => {
    const { chat } = await bootObserved(new NamedModel(twoRounds()), { observe: { toolContent: true } });
    expect(await chat.prompt('Who ordered A-1?').tools(Desk).call().content()).toBe('Ann ordered A-1.');
  });
});

describe('ObservabilityModule with an SDK', () => {
  const sdk = useSdk();

  it('takes its options from a factory', async () => {
    const app = await Test.createTestingModule({
      imports: [
        ToolgateModule.forRoot({ model: new NamedModel(['Hi']) }),
        ObservabilityModule.forRootAsync({ useFactory: async () => ({ messageContent: true }) }),
      ],
    }).compile();
    await app.init();
    await app.get(ChatClient).prompt('Hello').call().content();
    expect(sdk.current.span('chat gpt-x').attributes['gen_ai.output.messages']).toContain('"content":"Hi"');
  });

  it('uses an SDK that starts after the application', async () => {
    await sdk.current.stop();
    const { chat } = await bootObserved(new NamedModel(['Hi', 'Hi again']));
    await chat.prompt('Hello').call().content();
    const late = new Sdk().start();
    await chat.prompt('Hello').call().content();
    const tree = late.tree();
    await late.stop();
    expect(tree).toBe('INTERNAL invoke_agent default\n  INTERNAL advisor tool_calling\n    CLIENT chat gpt-x');
  });
});
