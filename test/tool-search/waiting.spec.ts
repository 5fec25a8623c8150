import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Provider } from '@nestjs/common';
import { ChatClient } from 'toolgate';
import { SqlModule } from 'toolgate/sql';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { ToolCallingManager } from 'toolgate/tool';
import { RegexToolIndex, ToolSearchModule, ToolSearchToolCallingAdvisor } from 'toolgate/tool-search';
import { Desk, bootDesk, yes } from '../approval/approval.fixture.js';
import { searches, sentNames } from './searching.fixture.js';

const ALL = 'toolSearchTool';
const refund = toolCall('refund', { order: 'A-1', amount: 20 }, 'call-1');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolgate-search-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Starts the same application on one database file. */
const start = async (script: readonly ScriptedAnswer[], mode: { readonly searches: boolean } = { searches: true }) => {
  const model = new ScriptedChatModel(script);
  const imports = [
    SqlModule.forRoot({ sqlite: { file: join(folder, 'toolgate.db') } }),
    ToolSearchModule.forRoot({ enabled: mode.searches }),
  ];
  const started = await bootDesk(model, { approval: { store: undefined } }, { imports });
  return { ...started, model, chat: started.app.get(ChatClient) };
};

describe.each(['call', 'stream'] as const)('a found tool that waits for approval, by %s', (mode) => {
  it('runs once in another process, which resumes with the found tools', async () => {
    const first = await start([searches('refund'), callsTools(refund, toolCall(ALL, { query: 'find' }, 'call-2'))]);
    const spec = first.chat.prompt('Refund A-1').conversation('42').tools(Desk);
    const end = await (mode === 'call' ? spec.call().outcome() : spec.stream().outcome());
    if (end.status !== 'suspended') throw new Error('The turn did not wait for a person.');
    expect(sentNames(first.model.prompts)).toEqual([[ALL], [ALL, 'refund']]);
    await first.app.close();

    const second = await start([callsTools(toolCall('find', { order: 'A-1' }, 'call-3')), 'Done.']);
    const [approval] = (await second.approvals.list({ status: 'PENDING' })).items;
    expect(approval).toMatchObject({ toolName: 'refund' });
    await second.approvals.decide(approval!.id, yes(approval!), { id: 'grace' });
    const resumed = second.chat.resume(end.runId);
    const again = await (mode === 'call' ? resumed.call().outcome() : resumed.stream().outcome());
    expect(again).toMatchObject({ status: 'completed', content: 'Done.' });
    expect(second.desk.done).toEqual([expect.stringMatching(/^refund A-1 20 /), 'find A-1']);
    expect(sentNames(second.model.prompts)).toEqual([
      [ALL, 'refund', 'find'],
      [ALL, 'refund', 'find'],
    ]);
    await second.app.close();
  });
});

describe('a search loop that the application creates', () => {
  it('cannot wait, because its search tool cannot be resolved again by name', async () => {
    const own: Provider = {
      provide: ToolSearchToolCallingAdvisor,
      inject: [ToolCallingManager],
      useFactory: (manager: ToolCallingManager) =>
        new ToolSearchToolCallingAdvisor(manager, { toolIndex: new RegexToolIndex() }),
    };
    const model = new ScriptedChatModel([searches('refund'), callsTools(refund)]);
    const { app, desk } = await bootDesk(model, {}, { providers: [own] });
    const turn = app.get(ChatClient).prompt('Refund A-1').conversation('42').tools(Desk).call().outcome();
    await expect(turn).rejects.toThrow(/its tool "toolSearchTool" .* cannot be resolved again by its name/);
    expect(sentNames(model.prompts)).toEqual([[ALL], [ALL, 'refund']]);
    expect(desk.done).toEqual([]);
    await app.close();
  });
});

describe('a run that was suspended before the search was enabled', () => {
  it('resumes with the search', async () => {
    const first = await start([callsTools(refund)], { searches: false });
    const end = await first.chat.prompt('Refund A-1').conversation('42').tools(Desk).call().outcome();
    if (end.status !== 'suspended') throw new Error('The turn did not wait for a person.');
    await first.app.close();

    const second = await start([searches('find'), 'Done.']);
    const [approval] = (await second.approvals.list({ status: 'PENDING' })).items;
    await second.approvals.decide(approval!.id, yes(approval!), { id: 'grace' });
    await expect(second.chat.resume(end.runId).call().content()).resolves.toBe('Done.');
    expect(sentNames(second.model.prompts)).toEqual([[ALL], [ALL, 'find']]);
    await second.app.close();
  });
});
