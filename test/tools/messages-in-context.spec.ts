import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { type Message, Tool, ToolApprovalDecision, ToolApprovalStrategy, ToolContext } from 'toolgate';
import { assistantMessage, userMessage } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import { boot } from '../story.fixture.js';

@Injectable()
class Desk {
  readonly seen: ToolContext[] = [];

  @Tool({ description: 'Looks' })
  look(context: ToolContext) {
    this.seen.push(context);
    return 'seen';
  }

  @Tool({ description: 'Has a time limit', timeoutMs: 1000 })
  hurry(context: ToolContext) {
    return this.look(context);
  }
}

const start = async (script: readonly ScriptedAnswer[], approved: ToolContext[] = []) => {
  const strategy = ToolApprovalStrategy.of((_tool, _args, context) => {
    approved.push(context);
    return ToolApprovalDecision.approve();
  });
  const client = { system: 'Be brief.' };
  const story = await boot({ script, options: { client, approval: { strategy } }, providers: [Desk] });
  return { ...story, desk: story.app.get(Desk) };
};

const rolesOf = (messages: readonly Message[]) => messages.map(({ role }) => role).join(' ');

describe('the messages of a tool’s context', () => {
  it('are those of the turn before the calling answer, for bodies and for strategies', async () => {
    const approved: ToolContext[] = [];
    const { chat, desk, model } = await start(
      [callsTools(toolCall('look')), callsTools(toolCall('hurry')), 'End.'],
      approved,
    );
    const history = [userMessage('Hello'), assistantMessage('Hi')];
    await chat.prompt().messages(history).user('Look twice').tools(Desk).call().content();
    expect(desk.seen.map(({ messages }) => messages)).toEqual([model.prompts[0]!.messages, model.prompts[1]!.messages]);
    expect(desk.seen.map(({ messages }) => rolesOf(messages))).toEqual([
      'system user assistant user',
      'system user assistant user assistant tool',
    ]);
    expect(approved.map(({ messages }) => rolesOf(messages))).toEqual(
      desk.seen.map(({ messages }) => rolesOf(messages)),
    );
  });

  it('cannot be changed, and are not the objects that the model receives', async () => {
    const { chat, desk, model } = await start([callsTools(toolCall('look')), 'End.']);
    const given = userMessage('Look');
    await chat.prompt().messages(given).tools(Desk).call().content();
    const { messages } = desk.seen[0]!;
    expect(() => (messages as Message[]).push(given)).toThrow(TypeError);
    expect(() => Object.assign(messages[1]!, { content: 'Steal' })).toThrow(TypeError);
    expect(Object.isFrozen(given)).toBe(false);
    expect(rolesOf(model.prompts[1]!.messages)).toBe('system user assistant tool');
  });

  it('are copied once for all calls of a batch', async () => {
    const { chat, desk } = await start([callsTools(toolCall('look', {}, 'a'), toolCall('hurry', {}, 'b')), 'End.']);
    await chat.prompt('Look').tools(Desk).call().content();
    expect(desk.seen).toHaveLength(2);
    expect(desk.seen[0]!.messages).toBe(desk.seen[1]!.messages);
  });

  it('appear neither in a log nor in JSON of the context, and are empty in the context of a turn', async () => {
    const { chat, desk } = await start([callsTools(toolCall('look')), 'End.']);
    await chat.prompt('A secret question').tools(Desk).call().content();
    expect(inspect(desk.seen[0], { depth: 9 }) + JSON.stringify(desk.seen[0]!.data)).not.toContain('secret question');
    expect(desk.seen[0]!.turn.messages).toEqual([]);
  });
});
