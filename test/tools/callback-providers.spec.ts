import { describe, expect, it } from 'vitest';
import { Test } from '@nestjs/testing';
import { ToolCallback, ToolCallbackProvider, ToolgateModule } from 'toolgate';
import { ScriptedChatModel } from 'toolgate/testing';

class Remotes extends ToolCallbackProvider {
  toolCallbacks(): readonly ToolCallback[] {
    return Promise.resolve([]) as unknown as readonly ToolCallback[];
  }
}

describe('a ToolCallbackProvider whose toolCallbacks() returns a promise', () => {
  it('stops start-up with an error that names the provider and the remedy', async () => {
    const starting = Test.createTestingModule({
      imports: [ToolgateModule.forRoot({ model: new ScriptedChatModel([]) })],
      providers: [Remotes],
    })
      .compile()
      .then((app) => app.init());
    await expect(starting).rejects.toThrow(
      /^Remotes\.toolCallbacks\(\) did not return a list .* async useFactory that provides Remotes/,
    );
  });
});
