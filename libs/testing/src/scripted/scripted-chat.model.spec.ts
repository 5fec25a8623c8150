import { describe, expect, it } from 'vitest';
import { type AssistantMessage, assistantMessage, drain, type Prompt, toolCallsOf, userMessage } from 'toolgate/model';
import { chatModelContract } from '../chat-model/chat-model-contract.js';
import { callsTools, ScriptedChatModel, toolCall } from './scripted-chat.model.js';

const PROMPT: Prompt = { messages: [userMessage('Hi')] };

chatModelContract(
  { describe, it },
  {
    name: 'ScriptedChatModel',
    answering: (content) => new ScriptedChatModel([assistantMessage(content), assistantMessage(content)]),
    failing: (error) => new ScriptedChatModel([error]),
    silent: () => new ScriptedChatModel([() => new Promise(() => {})]),
  },
);

describe('a scripted model', () => {
  it('answers in order, and records its prompts', async () => {
    const model = new ScriptedChatModel(['One', ({ messages }) => `There are ${messages.length}`]);
    const [first, second] = [await model.call(PROMPT), await model.call({ messages: [] })];
    expect([first.message, second.message]).toEqual([assistantMessage('One'), assistantMessage('There are 0')]);
    expect(model.prompts).toEqual([PROMPT, { messages: [] }]);
  });

  it('records prompts independent of later changes', async () => {
    const messages = [userMessage('Hi')];
    const model = new ScriptedChatModel(['Yes']);
    await model.call({ messages });
    messages.length = 0;
    expect(model.prompts).toEqual([PROMPT]);
  });

  it('throws at the end of its script, with the last message', async () => {
    const model = new ScriptedChatModel(['One']);
    await model.call(PROMPT);
    await expect(model.call(PROMPT)).rejects.toThrow(
      'The script has 1 answers, and the model was asked 2 times. The last message was: {"role":"user"',
    );
  });

  it('delays an answer until a promise resolves', async () => {
    let open!: (text: string) => void;
    const model = new ScriptedChatModel([() => new Promise<string>((resolve) => (open = resolve))]);
    const answer = model.call(PROMPT);
    await new Promise((resolve) => setImmediate(resolve));
    open('Now');
    expect((await answer).message).toEqual(assistantMessage('Now'));
  });

  it('ends a stream with an error of beforePart', async () => {
    const beforePart = (_: unknown, index: number) => {
      if (index === 2) throw new Error('The connection was cut.');
    };
    const stream = new ScriptedChatModel(['A long answer'], { beforePart }).stream(PROMPT);
    expect(await stream.next()).toMatchObject({ value: { delta: 'A lo' } });
    expect(await stream.next()).toMatchObject({ value: { delta: 'ng a' } });
    await expect(stream.next()).rejects.toThrow('The connection was cut.');
  });

  it('streams text and arguments in chunks of the given size', async () => {
    const model = new ScriptedChatModel([callsTools('Hello', toolCall('find', { a: 1 }))], { chunkSize: 5 });
    const parts: unknown[] = [];
    for await (const part of model.stream(PROMPT)) parts.push(part);
    expect(parts).toEqual([
      { type: 'text-delta', id: '0', delta: 'Hello' },
      { type: 'tool-input-delta', toolCallId: 'call-find', toolName: 'find', delta: '{"a":' },
      { type: 'tool-input-delta', toolCallId: 'call-find', toolName: 'find', delta: '1}' },
      toolCall('find', { a: 1 }),
      { type: 'finish', finishReason: { unified: 'tool-calls' }, usage: {} },
    ]);
  });

  it('counts only calls and streams that their caller left', async () => {
    const never = () => new Promise<never>(() => {});
    const cut = { beforePart: () => Promise.reject(new Error('cut')) };
    const model = new ScriptedChatModel(['One', never, 'Three', new Error('no')]);
    const controller = new AbortController();
    await drain(model.stream(PROMPT, controller));
    const waiting = model.call(PROMPT, controller);
    setImmediate(() => controller.abort());
    await expect(waiting).rejects.toThrow('aborted');
    const left = model.stream(PROMPT);
    await left.next();
    await left.return(undefined as never);
    await expect(model.call(PROMPT)).rejects.toThrow('no');
    expect(model.aborted).toBe(2);
    const broken = new ScriptedChatModel(['One'], cut);
    await expect(drain(broken.stream(PROMPT))).rejects.toThrow('cut');
    expect(broken.aborted).toBe(0);
  });
});

describe('the tool calls of one response', () => {
  it('have unique ids if the script sets none, and keep explicit ids', () => {
    const ids = (message: AssistantMessage) => toolCallsOf(message).map(({ toolCallId }) => toolCallId);
    expect(ids(callsTools(toolCall('find'), toolCall('look'), toolCall('find')))).toEqual([
      'call-find',
      'call-look',
      'call-find-2',
    ]);
    expect(ids(callsTools(toolCall('find'), toolCall('find', {}, 'call-find-2'), toolCall('find')))).toEqual([
      'call-find',
      'call-find-2',
      'call-find-3',
    ]);
    expect(ids(callsTools(toolCall('find', {}, 'same'), toolCall('find', {}, 'same')))).toEqual(['same', 'same']);
  });
});
