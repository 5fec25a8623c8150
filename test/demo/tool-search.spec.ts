import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatModelCall, Prompt } from 'toolgate/model';
import { newDatabase, openDesk, type RunningDesk } from './desk.fixture.js';
import { OfflineSupportModel } from '../../apps/demo/src/model/offline-support.model.js';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 20_000 });

/** Records the names of the tools in each prompt. */
class SeenToolsModel extends OfflineSupportModel {
  readonly seen: string[] = [];

  override call(prompt: Prompt, call?: ChatModelCall) {
    this.seen.push((prompt.tools ?? []).map(({ name }) => name).join(' '));
    return super.call(prompt, call);
  }
}

let desk: RunningDesk;
let model: SeenToolsModel;

beforeEach(async () => {
  process.env['TOOLGATE_TOOL_SEARCH_ENABLED'] = 'true';
  model = new SeenToolsModel();
  desk = await openDesk(newDatabase(), model);
});

afterEach(async () => {
  delete process.env['TOOLGATE_TOOL_SEARCH_ENABLED'];
  await desk.app.close();
});

describe('the support desk with tool search', () => {
  it('returns the same answers as without it', async () => {
    expect((await desk.ask('Refund order A-1042')).content).toBe('I refunded €40 of order A-1042.');
    expect(await desk.order('A-1042')).toMatchObject({ status: 'refunded', refunded: 40 });
    expect(model.seen[0]).toBe('toolSearchTool');
    expect(model.seen.at(-1)).toMatch(/^toolSearchTool findOrder .*refund/);
  });

  it('suspends with the tools that it found', async () => {
    expect(await desk.settle('Refund order A-1043 and cancel A-1050')).toBe(
      'I refunded €80 of order A-1043. I canceled order A-1050.',
    );
    expect(await desk.order('A-1050')).toMatchObject({ status: 'canceled' });
  });

  it('rejects the same calls as without it', async () => {
    expect((await desk.ask('Refund 20 of G-2001')).content).toContain('acme has no order G-2001.');
  });
});
