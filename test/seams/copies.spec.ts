import { describe, expect, it, vi } from 'vitest';
import { Injectable, Scope } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Seams } from '#core';
import { AlwaysApproveStrategy, ToolApprovalStrategy } from 'toolgate';
import { SEAM } from 'toolgate/model';
import { ToolModule } from '#tool';
import { ToolGate } from 'toolgate/tool';
import { boot } from '../story.fixture.js';

/** The same class in another copy of the package. */
abstract class Twin {
  static readonly [SEAM] = 'ToolApprovalStrategy';
}

@Injectable()
class Theirs extends Twin {
  approve() {
    return { type: 'reject', reason: 'never asked' };
  }
}

const MESSAGE =
  'RootTestModule provides ToolApprovalStrategy of another copy of toolgate: two copies are installed or loaded. Run "npm ls toolgate", and import it either as ES module or as CommonJS.';

describe('a strategy of another copy of the package', () => {
  it.each([
    ['by its token', { provide: Twin, useValue: new Theirs() }],
    ['by its class', Theirs],
    ['by the value of a factory', { provide: 'policy', useFactory: () => new Theirs() }],
  ])('stops start-up %s, because no gate would ever ask it', async (_, provider) => {
    await expect(boot({ providers: [provider] })).rejects.toThrow(MESSAGE);
  });
});

describe('a library with another copy of the package', () => {
  const COPIES =
    'of another copy of toolgate: two copies are installed or loaded. Run "npm ls toolgate", and import it either as ES module or as CommonJS.';

  const loadAgain = async (): Promise<typeof import('toolgate')> => {
    vi.resetModules();
    return import('toolgate');
  };

  it('stops start-up if its tool takes its ToolContext, also beside a stated schema', async () => {
    const { Tool, ToolContext } = await loadAgain();
    class Desk extends ToolContext {}
    class Theirs {
      refund(order: string, context: object) {
        return [order, context];
      }

      close(order: string, context: object) {
        return [order, context];
      }
    }
    for (const [key, type, options] of [
      ['refund', ToolContext, { description: 'Refunds' }],
      ['close', Desk, { description: 'Closes', inputSchema: { type: 'object' } }],
    ] as const) {
      Reflect.defineMetadata('design:paramtypes', [String, type], Theirs.prototype, key);
      Tool(options)(Theirs.prototype, key, Object.getOwnPropertyDescriptor(Theirs.prototype, key)!);
    }
    const error = await boot({ providers: [Theirs] }).catch((reason: Error) => reason.message);
    expect(String(error).split('\n')).toEqual([
      `Theirs.refund, parameter 1: its type is the ToolContext ${COPIES}`,
      `Theirs.close, parameter 1: its type is the ToolContext ${COPIES}`,
    ]);
  });

  it('stops start-up if its method is guarded, because no call of it would pass the gate', async () => {
    const { RequiresApproval } = await loadAgain();
    class Theirs {
      @RequiresApproval()
      async pay(order: string) {
        return order;
      }
    }
    await expect(boot({ providers: [Theirs] })).rejects.toThrow(`Theirs.pay has @RequiresApproval() ${COPIES}`);
  });

  it('fails a turn that is offered its function', async () => {
    const { functionTool } = await loadAgain();
    const theirs = functionTool({ name: 'ping', description: 'Answers', run: () => 'pong' });
    const { chat } = await boot({});
    const turn = chat
      .prompt('Go')
      .tools(theirs as never)
      .call();
    await expect(turn.content()).rejects.toThrow(`FunctionToolCallback is a ToolCallback ${COPIES}`);
  });
});

describe('the tool room on its own', () => {
  it('has a gate that lets everything run', async () => {
    const app = await Test.createTestingModule({ imports: [ToolModule] }).compile();
    await app.init();
    const callback = { definition: { name: 'act' }, metadata: {} };
    const batch = [{ callback }, { callback }] as never;
    expect(app.get(ToolGate).decide(batch, {} as never)).toEqual([{ type: 'run' }, { type: 'run' }]);
  });
});

describe('a scoped strategy', () => {
  it('cannot be resolved outside a turn', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class PerTurn extends AlwaysApproveStrategy {}
    const { app } = await boot({ providers: [{ provide: ToolApprovalStrategy, useClass: PerTurn }] });
    expect(() => app.get(Seams).effective(ToolApprovalStrategy)).toThrow(
      'ToolApprovalStrategy is request-scoped and exists only within a turn. Make it a singleton.',
    );
  });
});
