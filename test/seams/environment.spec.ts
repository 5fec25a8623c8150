import { afterEach, describe, expect, it } from 'vitest';
import { Injectable, Module } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { Test } from '@nestjs/testing';
import { ChatClient, optionsFromEnvironment, Tool, ToolgateModule, type ToolgateModuleOptions } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { boot, compile } from '../story.fixture.js';

@Injectable()
class Desk {
  runs = 0;

  @Tool({ description: 'Finds' })
  find() {
    this.runs++;
    return 'x'.repeat(30);
  }
}

const set = (variables: Record<string, string>) => Object.assign(process.env, variables);

afterEach(() => {
  for (const key of Object.keys(process.env)) if (key.startsWith('TOOLGATE_')) delete process.env[key];
});

const script = () => [...Array.from({ length: 10 }, () => callsTools(toolCall('find', {}))), 'End.'];
const runsWith = async (options: ToolgateModuleOptions = {}) => {
  const { chat, app } = await boot({ script: script(), providers: [Desk], options });
  const response = await chat.prompt('Go').tools(Desk).call().chatResponse();
  return [app.get(Desk).runs, response.finishReason.unified];
};

describe('environment variables', () => {
  it('set options that the code leaves out', async () => {
    set({ TOOLGATE_LIMITS_CALLS_PER_TOOL: '3' });
    expect(await runsWith()).toEqual([3, 'tool-call-limit']);
  });

  it('have less precedence than code, key by key', async () => {
    set({ TOOLGATE_LIMITS_CALLS_PER_TOOL: '3', TOOLGATE_LIMITS_ROUNDS: '3' });
    expect(await runsWith({ toolCalling: { limits: { callsPerTool: 5 } } })).toEqual([2, 'tool-call-limit']);
    expect(await runsWith({ toolCalling: { limits: { rounds: 50, callsPerTool: 4 } } })).toEqual([
      4,
      'tool-call-limit',
    ]);
  });

  it('may be `unlimited`, names, words and switches', () => {
    const variables: Record<string, string> = {
      TOOLGATE_TOOL_CALLING_ENABLED: 'false',
      TOOLGATE_TOOL_CALLING_ORDER: '-100',
      TOOLGATE_TOOL_CALLING_MAX_RESULT_LENGTH: '-1',
      TOOLGATE_LIMITS_TOTAL_CALLS: 'unlimited',
      TOOLGATE_LIMITS_PER_TOOL: 'refund=3, search = unlimited',
      TOOLGATE_LIMITS_ON_BREACH: 'report',
      TOOLGATE_APPROVAL_REQUIRE_COVERAGE: 'true',
      TOOLGATE_APPROVAL_WORKER: 'false',
      TOOLGATE_APPROVAL_CONCURRENCY: '2',
      TOOLGATE_APPROVAL_DEADLINE_MS: 'unlimited',
      TOOLGATE_APPROVAL_LAPSES_IN_MS: '3600000',
      TOOLGATE_LIMITS_ROUNDS: ' ',
    };
    expect(optionsFromEnvironment((key) => variables[key])).toEqual({
      toolCalling: {
        enabled: false,
        order: -100,
        maxResultLength: Infinity,
        limits: { totalCalls: Infinity, perTool: { refund: 3, search: Infinity }, onBreach: 'report' },
      },
      approval: {
        requireCoverage: true,
        worker: false,
        concurrency: 2,
        deadlineMs: Infinity,
        approvalLapsesInMs: 3_600_000,
      },
    });
  });

  it('stop start-up if they cannot be parsed, and the error names all of them', async () => {
    set({
      TOOLGATE_TOOL_CALLING_ENABLED: 'no',
      TOOLGATE_LIMITS_ROUNDS: '0',
      TOOLGATE_LIMITS_PER_TOOL: 'refund:3',
      TOOLGATE_APPROVAL_ON_ERROR: 'ignore',
      TOOLGATE_APPROVAL_EXPIRES_IN_MS: 'unlimited',
      TOOLGATE_APPROVAL_CONCURRENCY: 'unlimited',
    });
    await expect(compile({})).rejects.toThrow(
      [
        'TOOLGATE_TOOL_CALLING_ENABLED must be true or false. It is "no".',
        'TOOLGATE_LIMITS_PER_TOOL must be names and limits, such as refund=3,search=unlimited. It is "refund:3".',
        'TOOLGATE_LIMITS_ROUNDS must be a whole number above 0, or unlimited (-1). It is "0".',
        'TOOLGATE_APPROVAL_ON_ERROR must be throw, reject or ask. It is "ignore".',
        'TOOLGATE_APPROVAL_EXPIRES_IN_MS must be a whole number of milliseconds above 0, at most a hundred years. It is "unlimited".',
        'TOOLGATE_APPROVAL_CONCURRENCY must be a whole number above 0. It is "unlimited".',
      ].join('\n'),
    );
  });

  it('may come from any source of ConfigService', async () => {
    const model = new ScriptedChatModel(script());
    @Module({
      imports: [
        ConfigModule.forRoot({ isGlobal: true, load: [() => ({ TOOLGATE_LIMITS_CALLS_PER_TOOL: 2 })] }),
        ToolgateModule.forRootAsync({
          inject: [ConfigService],
          useFactory: (config: ConfigService) => ({ ...optionsFromEnvironment((key) => config.get(key)), model }),
        }),
      ],
      providers: [Desk],
    })
    class AppModule {}
    const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
    await app.init();
    await app.get(ChatClient).prompt('Go').tools(Desk).call().content();
    expect(app.get(Desk).runs).toBe(2);
  });
});

describe('a misspelt variable', () => {
  it('is named in the log, and foreign variables are ignored', async () => {
    set({ TOOLGATE_LIMIT_ROUNDS: '3', TOOLGATE_MEMORY_ELEPHANTS_IN_ROOM: '1', TOOLGATE_DATABASE: 'x' });
    const { logs } = await boot({});
    expect(logs.filter((line) => line.includes('TOOLGATE'))).toEqual([
      'warn: Unknown environment variable TOOLGATE_LIMIT_ROUNDS. Did you mean TOOLGATE_LIMITS_ROUNDS? Toolgate',
      'warn: Unknown environment variable TOOLGATE_MEMORY_ELEPHANTS_IN_ROOM. Remove it, or use one from docs/configuration.md. Toolgate',
    ]);
  });

  it('is named for each group of options', async () => {
    const groups = 'TOOL_CALLING ARGUMENTS CLIENT RETRY LIVE_TURNS APPROVAL TOOL_SEARCH OBSERVABILITY'.split(' ');
    const names = groups.map((group) => `TOOLGATE_${group}_ELEPHANTS_IN_ROOM`);
    set(Object.fromEntries(names.map((name) => [name, '1'])));
    const { logs } = await boot({});
    expect(names.filter((name) => !logs.join().includes(`variable ${name}.`))).toEqual([]);
  });

  it('causes the same warning as a limit for an unknown tool', async () => {
    const { logs } = await boot({
      providers: [Desk],
      options: { toolCalling: { limits: { perTool: { fnid: 1, find: 2 } } } },
    });
    expect(logs.join()).toContain('limits.perTool names unknown tools: "fnid".');
  });
});
