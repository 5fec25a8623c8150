import { afterEach, describe, expect, it, vi } from 'vitest';
import { Injectable, Logger, Scope } from '@nestjs/common';
import { Tool, ToolApprovalDecision, ToolApprovalStrategy } from 'toolgate';
import { ToolRegistry, ToolVisibility } from 'toolgate/tool';
import { boot } from '../story.fixture.js';

@Injectable()
class Refunds {
  @Tool({ description: 'Finds an order', requiresApproval: false, tags: ['read'] })
  find(_orderNumber: string) {}

  @Tool({ description: 'Refunds an order', requiresApproval: true })
  refund() {}

  @Tool({ description: 'Notes something' })
  note() {}
}

@Injectable({ scope: Scope.REQUEST })
class OfficeHours extends ToolApprovalStrategy {
  approve() {
    return ToolApprovalDecision.approve();
  }
}

class ByTenant extends ToolVisibility {
  isVisible() {
    return true;
  }
}

const RULES = [
  { provide: ToolApprovalStrategy, useClass: OfficeHours },
  { provide: ToolVisibility, useClass: ByTenant },
];

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the report of the application’s tools', () => {
  it('names the visibility and the approval strategy of each tool', async () => {
    const { app } = await boot({ providers: [Refunds, ...RULES] });
    expect(app.get(ToolRegistry).describe()).toEqual([
      {
        name: 'find',
        description: 'Finds an order',
        origin: 'Refunds.find',
        module: 'RootTestModule',
        tags: ['read'],
        schemaLength: JSON.stringify(app.get(ToolRegistry).get('find')!.definition.inputSchema).length,
        visibility: 'ByTenant',
        approval: 'runs without approval',
      },
      expect.objectContaining({ name: 'refund', approval: 'OfficeHours must approve' }),
      expect.objectContaining({ name: 'note', approval: 'OfficeHours may refuse' }),
    ]);
  });

  it('states that the tools run without approval if the application has no strategy', async () => {
    const { app } = await boot({ providers: [Refunds] });
    const tools = app.get(ToolRegistry).describe();
    expect(tools.map(({ visibility, approval }) => [visibility, approval])).toEqual([
      ['visible', 'runs without approval'],
      ['visible', 'runs without approval'],
      ['visible', 'runs without approval'],
    ]);
  });

  it('is logged at start-up, at debug level', async () => {
    const debug = vi.spyOn(Logger.prototype, 'debug');
    await boot({ providers: [Refunds, ...RULES] });
    const report = debug.mock.calls
      .flat()
      .map(String)
      .find((line) => line.startsWith('toolgate tools'));
    expect(report).toBe(
      [
        'toolgate tools: 3',
        '  find    Refunds.find    schema 179  ByTenant  runs without approval',
        '  refund  Refunds.refund  schema 133  ByTenant  OfficeHours must approve',
        '  note    Refunds.note    schema 133  ByTenant  OfficeHours may refuse',
      ].join('\n'),
    );
  });
});
