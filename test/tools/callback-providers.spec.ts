import type { Type } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { Test } from '@nestjs/testing';
import { functionTool, ToolCallback, ToolCallbackProvider, ToolgateModule } from 'toolgate';
import { ScriptedChatModel } from 'toolgate/testing';

class Remotes extends ToolCallbackProvider {
  toolCallbacks(): readonly ToolCallback[] {
    return Promise.resolve([]) as unknown as readonly ToolCallback[];
  }
}

const startingWith = (provider: Type): Promise<unknown> =>
  Test.createTestingModule({
    imports: [ToolgateModule.forRoot({ model: new ScriptedChatModel([]) })],
    providers: [provider],
  })
    .compile()
    .then((app) => app.init());

describe('a ToolCallbackProvider whose toolCallbacks() returns a promise', () => {
  it('stops start-up with an error that names the provider and the remedy', async () => {
    await expect(startingWith(Remotes)).rejects.toThrow(
      /^Remotes\.toolCallbacks\(\) did not return a list .* async useFactory that provides Remotes/,
    );
  });
});

describe('a ToolCallbackProvider whose list contains null or undefined', () => {
  it.each([null, undefined])('stops start-up with an error that names the provider: %s', async (gap) => {
    class Gaps extends ToolCallbackProvider {
      toolCallbacks() {
        return [functionTool({ name: 'find', run: () => 'found' }), gap as never];
      }
    }
    await expect(startingWith(Gaps)).rejects.toThrow(
      `Gaps.toolCallbacks() returned ${gap} in its list, at index 1. Return only callbacks.`,
    );
  });
});
