import { afterEach, describe, expect, it } from 'vitest';
import { Injectable, Module } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { Test } from '@nestjs/testing';
import {
  ChatClient,
  ChatModel,
  Tool,
  ToolApprovalDecision,
  ToolApprovalStrategy,
  ToolgateModule,
  type ToolgateModuleOptions,
} from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { boot, keepLogs, lastTexts } from '../story.fixture.js';

@Injectable()
class Desk {
  @Tool({ description: 'Refunds', requiresApproval: true })
  refund() {
    return 'refunded';
  }
}

let model: ScriptedChatModel;

const optionsFor = (reason: string): ToolgateModuleOptions => {
  model = new ScriptedChatModel([callsTools(toolCall('refund')), 'End.']);
  return { model, approval: { strategy: ToolApprovalStrategy.alwaysReject(reason) } };
};

@Injectable()
class OptionsFactory {
  createToolgateOptions() {
    return optionsFor('made by a class');
  }
}

@Module({ providers: [OptionsFactory], exports: [OptionsFactory] })
class FactoryModule {}

describe('forRootAsync', () => {
  it.each([
    ['useFactory', { useFactory: async () => optionsFor('made by a function') }, 'made by a function'],
    ['useClass', { useClass: OptionsFactory }, 'made by a class'],
    ['useExisting', { imports: [FactoryModule], useExisting: OptionsFactory }, 'made by a class'],
    [
      'useFactory with @nestjs/config',
      {
        imports: [ConfigModule.forRoot({ ignoreEnvFile: true, load: [() => ({ REASON: 'from the environment' })] })],
        inject: [ConfigService],
        useFactory: (config: ConfigService) => optionsFor(config.getOrThrow('REASON')),
      },
      'from the environment',
    ],
  ])('accepts %s', async (_, options, reason) => {
    const imports = [ToolgateModule.forRootAsync(options)];
    const app = await Test.createTestingModule({ imports, providers: [Desk] }).compile();
    await app.init();
    await app.get(ChatClient).prompt('Go').tools(Desk).call().content();
    expect(lastTexts(model)).toEqual([`Tool execution was denied: ${reason}`]);
  });
});

describe('ToolgateModule', () => {
  @Module({ imports: [ToolgateModule] })
  class BareModule {}
  @Module({ imports: [ToolgateModule.forRoot({})] })
  class SecondModule {}

  it.each([
    ['bare', BareModule],
    ['with forRoot', SecondModule],
  ])('is imported once: a second import %s stops start-up, in any order', async (_, other) => {
    for (const imports of [
      [ToolgateModule.forRoot(optionsFor('no')), other],
      [other, ToolgateModule.forRoot(optionsFor('no'))],
    ]) {
      await expect(Test.createTestingModule({ imports }).setLogger(keepLogs()).compile()).rejects.toThrow(
        `ToolgateModule is imported 2 times, each with options of its own: by RootTestModule and by ${other.name}. Import ToolgateModule.forRoot() once; it is global.`,
      );
    }
  });

  it('may be imported by many modules if all import the same instance', async () => {
    const shared = ToolgateModule.forRoot(optionsFor('shared'));
    @Module({ imports: [shared], exports: [shared] })
    class CoreModule {}
    @Module({ imports: [CoreModule, shared], providers: [Desk] })
    class DeskModule {}
    const app = await Test.createTestingModule({ imports: [DeskModule, shared] }).compile();
    await app.init();
    await app.get(ChatClient).prompt('Go').tools(Desk).call().content();
    expect(lastTexts(model)).toEqual(['Tool execution was denied: shared']);
  });

  it('works without options if the required providers exist', async () => {
    const model = new ScriptedChatModel([callsTools(toolCall('refund')), 'End.']);
    const app = await Test.createTestingModule({
      imports: [BareModule],
      providers: [
        Desk,
        { provide: ChatModel, useValue: model },
        { provide: ToolApprovalStrategy, useValue: ToolApprovalStrategy.alwaysReject('bare') },
      ],
    }).compile();
    await app.init();
    await app.get(ChatClient).prompt('Go').tools(Desk).call().content();
    expect(lastTexts(model)).toEqual(['Tool execution was denied: bare']);
  });
});

describe('a tool that requires approval in an application without a strategy', () => {
  const UNCOVERED = '"refund" (Desk.refund) requires approval, and the application provides no ToolApprovalStrategy';

  it('causes a warning at start-up', async () => {
    const { logs } = await boot({ providers: [Desk] });
    expect(logs).toContainEqual(
      expect.stringContaining(`${UNCOVERED}: it runs for everyone. Provide one in any module.`),
    );
  });

  it('stops start-up with requireCoverage', async () => {
    await expect(boot({ providers: [Desk], options: { approval: { requireCoverage: true } } })).rejects.toThrow(
      `${UNCOVERED}. Provide one in any module.`,
    );
  });

  it.each([
    [
      'provided',
      { providers: [Desk, { provide: ToolApprovalStrategy, useValue: ToolApprovalStrategy.alwaysApprove() }] },
    ],
    [
      'passed to forRoot',
      { providers: [Desk], options: { approval: { strategy: () => ToolApprovalDecision.approve() } } },
    ],
  ])('causes no warning if a strategy is %s', async (_, story) => {
    const { logs } = await boot(story);
    expect(logs).toEqual([]);
  });
});

describe('toolCalling.limits', () => {
  it.each([
    ['callsPerTool', 0, '0'],
    ['totalCalls', -1, '-1'],
    ['rounds', 1.5, '1.5'],
    ['rounds', Number.NaN, 'NaN'],
    ['totalCalls', '5' as never, "'5'"],
    ['callsPerTool', null as never, 'null'],
  ])('stop start-up with %s: %o', async (name, value, shown) => {
    await expect(boot({ options: { toolCalling: { limits: { [name]: value } } } })).rejects.toThrow(
      `toolCalling.limits.${name} is ${shown}. Pass a whole number above 0, or Infinity.`,
    );
  });
});

describe('toolCalling.enabled', () => {
  afterEach(() => void delete process.env['TOOLGATE_TOOL_CALLING_ENABLED']);

  it.each([
    ['forRoot', { toolCalling: { enabled: false } }, undefined],
    ['the environment', {}, 'false'],
  ])('is disabled by %s: the caller receives the calls, and nothing runs', async (_, options, environment) => {
    if (environment) process.env['TOOLGATE_TOOL_CALLING_ENABLED'] = environment;
    const { chat, model } = await boot({ script: [callsTools(toolCall('refund'))], providers: [Desk], options });
    const response = await chat.prompt('Go').tools(Desk).call().chatResponse();
    expect(response.message.content).toMatchObject([{ type: 'tool-call', toolName: 'refund' }]);
    expect(model.prompts).toHaveLength(1);
  });
});
