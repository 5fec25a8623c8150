import 'reflect-metadata';
import { afterEach, describe, expect, it } from 'vitest';
import { Injectable, Logger } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import * as fc from 'fast-check';
import { idsForLog } from '#core';
import {
  ChatClient,
  ChatModelException,
  SimpleLoggerAdvisor,
  Tool,
  ToolApprovalStrategy,
  ToolgateModule,
  type ToolgateModuleOptions,
} from 'toolgate';
import { InMemoryApprovalStore, ToolApprovalAuditor } from 'toolgate/approval';
import { LineLogger, visibleText } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { Askers } from '../approval/approval.fixture.js';

/** Contains line ends, control sequences, a forged log line, direction marks and invisible characters. */
const FOREIGN =
  'x\r\n[Nest] 1 - LOG [Payments] paid\u001b[2J\u009b31m\u0007\u202Eevil\u2028next\u200B\u{E0041}\u0085\u3164\u034F\u{E0101}';

/** The characters that a line must not contain. */
const HIDDEN = /(?!(?<=\p{Extended_Pictographic})\uFE0F)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

let body: () => unknown;

@Injectable()
class Desk {
  @Tool({ description: 'Does what the test says' })
  act() {
    return body();
  }
}

class Strange extends Error {
  override readonly name = `Strange${FOREIGN}`;
}

@Injectable()
class BrokenAuditor extends ToolApprovalAuditor {
  decided(): never {
    throw new Strange(FOREIGN);
  }
}

const LEVELS = ['log', 'warn', 'error', 'fatal', 'debug', 'verbose'] as const;

const keepLines = (lines: string[]) => {
  const keep = (level: string) => (message: unknown) => void lines.push(`${level}: ${String(message)}`);
  return Object.fromEntries(LEVELS.map((level) => [level, keep(level)])) as never;
};

afterEach(() => Logger.overrideLogger(['log', 'warn', 'error', 'debug']));

const linesOf = async (
  script: readonly ScriptedAnswer[],
  options: Omit<ToolgateModuleOptions, 'model'> = {},
  providers: readonly (typeof BrokenAuditor)[] = [],
) => {
  const lines: string[] = [];
  const app = await Test.createTestingModule({
    imports: [ToolgateModule.forRoot({ model: new ScriptedChatModel(script), retry: { minDelayMs: 0 }, ...options })],
    providers: [Desk, ...providers],
  })
    .setLogger(keepLines(lines))
    .compile();
  await app.init();
  lines.splice(0);
  const prompt = app.get(ChatClient).prompt(FOREIGN).tools(Desk).conversation(FOREIGN);
  await prompt
    .call()
    .outcome()
    .catch(() => {});
  return lines;
};

const act = callsTools(toolCall('act', {}, FOREIGN));
const throwing = (error: unknown) => () => {
  throw error;
};
const toolCalling = { logErrors: true };
const failing = (onError: 'reject' | 'ask') => ({
  approval: {
    onError,
    strategy: ToolApprovalStrategy.of(throwing(new Strange(FOREIGN)) as never),
    store: new InMemoryApprovalStore(),
    requester: new Askers(),
    worker: false,
  },
});

describe('a line of the log', () => {
  const busy = new ChatModelException({ provider: FOREIGN, modelId: FOREIGN }, FOREIGN, { kind: 'overloaded' });
  const repeated = Array.from({ length: 5 }, () => callsTools(toolCall(`find${FOREIGN}`, {})));

  it.each<[string, () => Promise<readonly string[]>]>([
    ['the name of a tool that a model calls', () => linesOf([...repeated, 'End.'])],
    ['an error of a model', () => linesOf([busy, 'End.'])],
    ['an error of a strategy', () => linesOf([act, 'End.'], failing('reject'))],
    ['an error of an auditor', () => linesOf([act, 'End.'], failing('reject'), [BrokenAuditor])],
    [
      'the name of an error',
      () => {
        body = throwing(Object.assign(new Strange(''), { code: 'ENOENT', syscall: 'open' }));
        return linesOf([act, 'End.']);
      },
    ],
    [
      'the message of a tool’s error',
      () => {
        body = throwing(new Strange(FOREIGN));
        return linesOf([act, 'End.'], { toolCalling });
      },
    ],
    [
      'content that a logging advisor logs',
      () => linesOf(['End.'], { client: { advisors: [new SimpleLoggerAdvisor({ content: true })] } }),
    ],
  ])('escapes control characters and stays one line: %s', async (_, run) => {
    const lines = await run();
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).not.toMatch(HIDDEN);
    expect(lines.join()).toContain('\\r\\n[Nest] 1 - LOG [Payments] paid\\u001b[2J');
  });

  it.each<[string, unknown]>([
    ['a stack', new TypeError(FOREIGN)],
    ['a value that is not an Error', FOREIGN],
    ['a cause', Object.assign(new TypeError('x'), { cause: new Error(FOREIGN) })],
  ])('has its details on indented lines below it: %s', async (_, error) => {
    body = throwing(error);
    const [line, ...more] = await linesOf([act, 'End.'], { toolCalling });
    expect(more).toEqual([]);
    const [first, ...rest] = line!.split('\n');
    expect(first).toMatch(/^error: Tool "act" failed\. \(run /);
    expect(rest.length).toBeGreaterThan(0);
    for (const below of rest) expect(below).toMatch(/^ {2,}/);
    expect(rest.join('')).not.toMatch(HIDDEN);
    expect(line).toContain('[Payments] paid');
  });
});

describe('visibleText', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 40 });

  it('returns no character that is invisible or controls the terminal', () => {
    fc.assert(fc.property(anything, (text) => void expect(visibleText(text)).not.toMatch(HIDDEN)));
  });

  it('keeps all other characters, and does not escape its own result again', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const seen = visibleText(text);
        expect(visibleText(seen)).toBe(seen);
        const parts = text.split(HIDDEN);
        let at = 0;
        for (const part of parts) {
          at = seen.indexOf(part, at);
          expect(at).toBeGreaterThanOrEqual(0);
          at += part.length;
        }
        if (!HIDDEN.test(text)) expect(seen).toBe(text);
      }),
    );
  });

  it.each([
    ['a\nb\tc\r', 'a\\nb\\tc\\r'],
    ['\u001b[31m', '\\u001b[31m'],
    ['\u202Egnp.exe', '\\u202egnp.exe'],
    ['\u2028', '\\u2028'],
    ['\u{E0041}', '\\u{e0041}'],
    ['\uD800', '\\ud800'],
    ['a\u3164\u2800\uFE0F\u{E0101}', 'a\\u3164\\u2800\\ufe0f\\u{e0101}'],
    ['⚠\uFE0F', '⚠\uFE0F'],
    ['café – 注文 😀', 'café – 注文 😀'],
    ['C:\\new', 'C:\\new'],
  ])('converts %j to %j', (text, seen) => {
    expect(visibleText(text)).toBe(seen);
  });
});

describe('the ids of a log line', () => {
  it('are escaped too', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (id) => {
        expect(idsForLog({ runId: id, call: { toolCallId: id }, conversation: id })).not.toMatch(HIDDEN);
      }),
    );
  });
});

describe('a LineLogger', () => {
  it('logs one line at each level, with its details below', () => {
    const lines: string[] = [];
    Logger.overrideLogger(keepLines(lines));
    const logger = new LineLogger('Shop');
    logger.log('a\nb');
    logger.warn('a\nb');
    logger.error('a\nb', 'c\nd\n    at e\rf');
    logger.debug('a\nb', '  c');
    expect(lines).toEqual([
      'log: a\\nb',
      'warn: a\\nb',
      'error: a\\nb\n    c\n    d\n    at e\\rf',
      'debug: a\\nb\n  c',
    ]);
  });
});
