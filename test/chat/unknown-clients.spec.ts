import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { Advise, Advisor, ToolgateModule } from 'toolgate';
import type { AdvisorChain, ChatClientRequest } from 'toolgate/chat';
import { boot } from '../story.fixture.js';

@Injectable()
@Advise({ clients: ['suport'] })
class Polite extends Advisor {
  async *advise(request: ChatClientRequest, chain: AdvisorChain) {
    return yield* chain.next(request);
  }
}

describe('a wrong name of a chat client', () => {
  it('stops start-up in @Advise', async () => {
    const imports = [ToolgateModule.forFeature([{ name: 'support' }])];
    await expect(boot({ imports, providers: [Polite] })).rejects.toThrow(
      '@Advise({ clients }) of Polite names the client "suport", which does not exist. The clients are: default, support. Correct the name.',
    );
  });

  it('is refused if one forFeature() has it twice', () => {
    expect(() => ToolgateModule.forFeature([{ name: 'support' }, { name: 'support', system: 'Help.' }])).toThrow(
      'Two chat clients are named "support". Rename one.',
    );
  });

  it('stops start-up if two forFeature() have it', async () => {
    const imports = [1, 2].map(() => ToolgateModule.forFeature([{ name: 'support' }]));
    await expect(boot({ imports })).rejects.toThrow('Two chat clients are named "support". Rename one.');
  });
});
