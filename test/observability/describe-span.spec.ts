import 'reflect-metadata';
import { afterEach, describe, expect, it } from 'vitest';
import { Logger } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ChatClient, ToolgateModule } from 'toolgate';
import type { ObservabilityModuleOptions, StartingSpan } from 'toolgate/observability';
import { DescribingModule } from '../../docs/snippets/observability/describe-span.js';
import { refuseUnhandledRejections } from '../chat/chat.fixture.js';
import { keepLogs } from '../story.fixture.js';
import { bootObserved, Desk, NamedModel, twoRounds } from './observed.fixture.js';
import { useSdk } from './telemetry.fixture.js';

refuseUnhandledRejections();

const sdk = useSdk();

afterEach(() => Logger.overrideLogger(true));

describe('describeSpan', () => {
  it('names spans, and adds attributes of the turn to each', async () => {
    const imports = [ToolgateModule.forRoot({ model: new NamedModel(twoRounds()) }), DescribingModule];
    const app = await Test.createTestingModule({ imports, providers: [Desk] }).compile();
    await app.init();
    await app.get(ChatClient).prompt('Hi').tools(Desk).toolContext({ plan: 'gold' }).call().content();
    for (const name of ['turn of default', 'execute_tool find', 'execute_tool customer']) {
      expect(sdk.current.span(name).attributes).toMatchObject({ 'shop.plan': 'gold' });
    }
    expect(sdk.current.span('execute_tool find').attributes).toMatchObject({ 'gen_ai.tool.name': 'find' });
    await app.close();
  });

  it('receives each span once with its turn, and cannot override an attribute', async () => {
    const seen: StartingSpan[] = [];
    const describeSpan = (span: StartingSpan) => {
      seen.push(span);
      return { attributes: { 'gen_ai.operation.name': 'mine', own: 1 } };
    };
    const { app, chat } = await bootObserved(new NamedModel(['Hello.']), { observe: { describeSpan } });
    await chat.prompt('Hi').conversation('c-1').call().content();
    expect(seen.map(({ name }) => name)).toEqual(['invoke_agent default', 'advisor tool_calling', 'chat gpt-x']);
    for (const { turn } of seen) expect(turn?.conversation).toBe('c-1');
    const { attributes } = sdk.current.span('chat gpt-x');
    expect(attributes).toMatchObject({ 'gen_ai.operation.name': 'chat', own: 1 });
    await app.close();
  });

  it.each([
    ['throws', () => JSON.parse('{') as never],
    ['is async', async () => ({ name: 'mine' })],
    ['rejects', async () => Promise.reject(new Error('late'))],
    ['returns a string', () => 'mine'],
    ['returns an empty name', () => ({ name: '' })],
  ])('leaves the span unchanged, and logs one warning, if it %s', async (_, describeSpan) => {
    const observe = { describeSpan } as unknown as ObservabilityModuleOptions;
    const { app, chat } = await bootObserved(new NamedModel(['Hello.']), { observe });
    const logger = keepLogs();
    Logger.overrideLogger(logger);
    await expect(chat.prompt('Hi').call().content()).resolves.toBe('Hello.');
    expect(sdk.current.span('chat gpt-x').attributes).toMatchObject({ 'gen_ai.operation.name': 'chat' });
    expect(logger.lines).toEqual([expect.stringContaining('warn: Telemetry could not be reported to OpenTelemetry (')]);
    await app.close();
  });

  it('must be a function', async () => {
    const observe = { describeSpan: 'invoke' } as never;
    await expect(bootObserved(new NamedModel([]), { observe })).rejects.toThrow(
      'The option describeSpan of ObservabilityModule is a string. Pass a function of a span.',
    );
  });
});
