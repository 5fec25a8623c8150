import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import type { ChatClient } from 'toolgate';
import { callsTools, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import { ToolIndex, ToolSearchModule } from 'toolgate/tool-search';
import { readAll } from '../chat/chat.fixture.js';
import { searches, Shop, WordIndex } from '../tool-search/searching.fixture.js';
import { bootObserved, NamedModel } from './observed.fixture.js';
import { useSdk, wound } from './telemetry.fixture.js';

const sdk = useSdk();

const refund = callsTools(toolCall('refundOrder', { order: 'A-1' }));

const bootSearching = async (script: readonly ScriptedAnswer[]) => {
  const metadata = {
    imports: [ToolSearchModule.forRoot()],
    providers: [Shop, WordIndex, { provide: ToolIndex, useExisting: WordIndex }],
  };
  const started = await bootObserved(new NamedModel(script), { metadata });
  return { ...started, index: started.app.get(WordIndex) };
};

const ask = (chat: ChatClient, mode: 'call' | 'stream'): Promise<unknown> => {
  const prompt = chat.prompt('Refund A-1').conversation('42').tools(Shop);
  return mode === 'call' ? prompt.call().chatResponse() : readAll(prompt.stream());
};

describe.each(['call', 'stream'] as const)('a turn that searches its tools, by %s', (mode) => {
  it('has spans for indexing and searching, and names its loop', async () => {
    const { chat } = await bootSearching([searches('refund'), refund, 'Done.']);
    await ask(chat, mode);
    await wound();
    expect(sdk.current.tree().split('\n')).toEqual([
      'INTERNAL invoke_agent default',
      '  INTERNAL advisor tool_search_tool_calling',
      '    INTERNAL index_tools',
      '    CLIENT chat gpt-x',
      '    INTERNAL execute_tool toolSearchTool',
      '      INTERNAL search_tools',
      '    CLIENT chat gpt-x',
      '    INTERNAL execute_tool refundOrder',
      '    CLIENT chat gpt-x',
    ]);
    expect(sdk.current.span('index_tools').attributes).toMatchObject({
      'toolgate.tool_search.type': 'words',
      'toolgate.tool_search.tools': 3,
    });
    expect(sdk.current.span('search_tools').attributes).toMatchObject({
      'toolgate.tool_search.type': 'words',
      'toolgate.tool_search.results': 1,
    });
    const { 'toolgate.tool_search.duration': points = [] } = await sdk.current.measured();
    expect(points.map(({ count }) => count)).toEqual([1, 1]);
    expect(JSON.stringify(points.map(({ attributes }) => attributes))).not.toContain('42');
  });

  it('indexes the tools once if they do not change', async () => {
    const { chat } = await bootSearching([refund, 'Done.', 'Done.']);
    await ask(chat, mode);
    await ask(chat, mode);
    await wound();
    expect(sdk.current.named('index_tools')).toHaveLength(1);
  });

  it('reports a failing index without the query and the error message', async () => {
    const { chat, index } = await bootSearching([searches('secret plan'), 'Done.']);
    index.failures = 2;
    await ask(chat, mode);
    await wound();
    const all = sdk.current.spans.getFinishedSpans();
    const failed = all.filter(({ attributes }) => attributes['error.type'] === 'Error').map(({ name }) => name);
    expect(failed).toEqual(expect.arrayContaining(['index_tools', 'search_tools']));
    const told = JSON.stringify(all.map(({ attributes, events, status }) => ({ attributes, events, status })));
    expect(told).not.toMatch(/secret plan|hunter2/);
  });
});
