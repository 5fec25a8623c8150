import { describe, expect, it } from 'vitest';
import { Injectable, Logger } from '@nestjs/common';
import { ChatClient, Tool, ToolApprovalStrategy } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { boot, keepLogs } from '../story.fixture.js';

@Injectable()
class Desk {
  readonly done: string[] = [];

  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(orderNumber: string): void {
    this.done.push(orderNumber);
  }
}

describe('an unknown or invalid option', () => {
  it.each([
    [
      { aproval: {} },
      'aproval of ToolgateModule.forRoot(). Use one of: model, toolCalling, client, retry, memory, liveTurns, approval, toolSearch, observability.',
    ],
    [{ approval: { requireCovrage: true } }, 'approval.requireCovrage of ToolgateModule.forRoot().'],
    [{ toolCalling: { limit: { rounds: 1 } } }, 'toolCalling.limit of ToolgateModule.forRoot().'],
    [
      { toolCalling: { limits: { calls: 1 } } },
      'toolCalling.limits.calls of ToolgateModule.forRoot(). Use one of: callsPerTool, perTool, totalCalls, rounds, repeatedCalls, onBreach.',
    ],
  ])('stops start-up: %j', async (options, said) => {
    await expect(boot({ options: options as never })).rejects.toThrow(`Unknown option ${said}`);
  });

  it.each([
    [
      { approval: { requireCoverage: 'yes' } },
      "approval.requireCoverage of ToolgateModule.forRoot() is 'yes'. Pass true or false",
    ],
    [{ approval: true }, 'approval of ToolgateModule.forRoot() is true. Pass an object with strategy,'],
    [{ model: {} }, 'received no chat model'],
    [
      { model: ScriptedChatModel },
      'ToolgateModule.forRoot({ model }) received the class ScriptedChatModel. Pass an instance: new ScriptedChatModel(…). Or leave the option out, and add { provide: ChatModel, useClass: ScriptedChatModel } to the providers of a module.',
    ],
    [{ toolCalling: { order: -Infinity } }, 'order'],
  ])('stops start-up if it has the wrong type: %j', async (options, said) => {
    await expect(boot({ options: options as never })).rejects.toThrow(said);
  });
});

describe('two strategies in one module', () => {
  it('stop start-up, although Nest uses only the last of them', async () => {
    const strategies = [ToolApprovalStrategy.alwaysReject('no'), ToolApprovalStrategy.alwaysApprove()];
    const providers = [Desk, ...strategies.map((useValue) => ({ provide: ToolApprovalStrategy, useValue }))];
    await expect(boot({ providers })).rejects.toThrow('ToolApprovalStrategy is provided 2 times in RootTestModule.');
  });
});

describe('start-up', () => {
  it('warns of tool names that a model or a provider may reject', async () => {
    @Injectable()
    class Odd {
      @Tool({ name: 'pay it!', description: 'Pay' })
      pay(): void {}

      @Tool({ name: 'grüße', description: 'Greet' })
      greet(): void {}

      @Tool({ name: 'orders.find-one_2', description: 'Find' })
      find(): void {}

      @Tool()
      look(): void {}
    }
    const { logs } = await boot({ providers: [Odd] });
    expect(logs.join('\n')).toMatch(/chooses a tool by its description.*"look" \(Odd\.look\)/);
    expect(logs.join('\n')).toMatch(
      /reject names with characters other than .* Rename: "pay it!" \(Odd\.pay\), "grüße" \(Odd\.greet\)\. /,
    );
  });
});

describe('a prompt', () => {
  const chat = () => ChatClient.create(new ScriptedChatModel(['Hello.']));

  it.each([5, true, ['x'], null])('cannot be created from %o', (input) => {
    expect(() => chat().prompt(input as never)).toThrow('Pass a string, a record such as { user: text }, or nothing.');
  });

  it('cannot be sent without a message', async () => {
    await expect(chat().prompt().call().content()).rejects.toThrow('The prompt has no message.');
    await expect(chat().prompt(undefined).stream().outcome()).rejects.toThrow('The prompt has no message.');
  });
});

describe('a client without a gate', () => {
  it('logs one warning for each tool that requires approval', async () => {
    const logger = keepLogs();
    Logger.overrideLogger(logger);
    const refund = () => callsTools(toolCall('refund', { orderNumber: 'A-1' }));
    const desk = new Desk();
    const model = new ScriptedChatModel([refund(), refund(), 'Done.']);
    await ChatClient.create(model, { tools: [desk] })
      .prompt('Refund A-1, twice')
      .call()
      .content();
    expect(desk.done).toEqual(['A-1', 'A-1']);
    expect(logger.lines.filter((line) => line.includes('requires approval but runs without it'))).toHaveLength(1);
  });
});
