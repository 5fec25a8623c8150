import { describe, expect, it } from 'vitest';
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
