import { expect, it } from 'vitest';
import { aiSdkTools, type AiSdkTool } from 'toolgate/ai-sdk/tools';
import { callsTools, toolCall } from 'toolgate/testing';
import { z } from 'zod';
import { boot, lastResults, lastTexts } from '../story.fixture.js';
import { onBothVersions } from './both-versions.fixture.js';

const PNG = 'iVBO';
const bytes = Uint8Array.from(Buffer.from(PNG, 'base64'));
const view = Uint8Array.from([0, ...bytes, 0]).subarray(1, -1);
const data = { type: 'data', base64: PNG };
const page = new URL('https://files.example/plan.pdf');
const url = { type: 'url', url: page.href };
const providerOptions = { openai: { detail: 'low' } };

const resultOf = async (tool: AiSdkTool) => {
  const { chat, model, app } = await boot({ script: [callsTools(toolCall('draw')), 'Fine.'] });
  await chat
    .prompt('Draw')
    .tools(aiSdkTools({ draw: tool }))
    .call()
    .content();
  const [result] = lastResults(model);
  const [text] = lastTexts(model);
  await app.close();
  return { result: result!, text };
};

onBothVersions('toModelOutput of a tool of the AI SDK', ({ tool }) => {
  const returning = (output: object, execute: () => unknown = () => 1) =>
    tool({ inputSchema: z.object({}), execute, toModelOutput: () => output as never });

  it.each([
    ['a file of data', { type: 'file', data: PNG, mediaType: 'image/png' }, { mediaType: 'image/png', source: data }],
    ['bytes', { type: 'file', data: bytes.buffer, mediaType: 'image' }, { mediaType: 'image/*', source: data }],
    ['a part of a buffer', { type: 'image-data', data: view }, { mediaType: 'image/*', source: data }],
    ['tagged data', { type: 'file', data: { type: 'data', data: view } }, { source: data }],
    ['tagged text', { type: 'file', data: { type: 'text', text: '\x89PN'.slice(1) } }, { source: { base64: 'UE4=' } }],
    ['a tagged URL', { type: 'file', data: { type: 'url', url: page }, mediaType: 'application/pdf' }, { source: url }],
    ['a URL', { type: 'file-url', url: page }, { mediaType: 'application/octet-stream', source: url }],
    ['an image', { type: 'image-url', url: page.href }, { mediaType: 'image/*', source: url }],
    ['a file with a name', { type: 'file-data', data: PNG, filename: 'a.png' }, { filename: 'a.png', source: data }],
    ['a file with options', { type: 'file-data', data: PNG, providerOptions }, { providerMetadata: providerOptions }],
    ['a text with options', { type: 'text', text: 'a', providerOptions }, { providerMetadata: providerOptions }],
    ['a text of another type', { type: 'text', text: 7 }, { type: 'text', text: '7' }],
  ])('may be %s', async (_what, part, expected) => {
    const { result } = await resultOf(returning({ type: 'content', value: [part] }));
    expect(result.output).toMatchObject({ type: 'content', parts: [expected] });
  });

  it('has no options if the options are not an object', async () => {
    const value = [{ type: 'text', text: 'a', providerOptions: 'low' }];
    const { result } = await resultOf(returning({ type: 'content', value }));
    expect(result.output).toStrictEqual({ type: 'content', parts: [{ type: 'text', text: 'a' }] });
  });

  it('has no name and no options of a file that has none', async () => {
    const value = [{ type: 'file-data', data: PNG }];
    const { result } = await resultOf(returning({ type: 'content', value }));
    const part = { type: 'file', mediaType: 'application/octet-stream', source: data };
    expect(result.output).toStrictEqual({ type: 'content', parts: [part] });
  });

  it.each([
    ['a reference to a provider', { type: 'file-id', fileId: 'f-1' }],
    ['tagged as a reference', { type: 'file', data: { type: 'reference', reference: { openai: 'f-1' }, data: PNG } }],
    ['tagged data of another type', { type: 'file', data: { type: 'data', data: 7 } }],
    ['of another type', { type: 'file', data: 7 }],
  ])('states that the tool ran for a file that is %s', async (_what, part) => {
    const { result, text } = await resultOf(returning({ type: 'content', value: [part] }));
    expect(result.outcome).toEqual({ type: 'error', kind: 'unserialisable-result' });
    expect(text).toContain(`"draw" ran, but its result cannot be sent because toModelOutput returned a part`);
  });

  it.each([
    [{ type: 'text', value: 7 }, '7'],
    [{ type: 'json', value: { a: [1] } }, '{"a":[1]}'],
    [{ type: 'execution-denied' }, 'Tool execution was denied.'],
  ])('returns %j', async (output, text) => {
    expect((await resultOf(returning(output))).text).toBe(text);
  });

  it('returns JSON as it is sent, so that a saved result is the same', async () => {
    const value = { at: new Date(0), none: undefined };
    const { result } = await resultOf(returning({ type: 'json', value }));
    expect(result.output).toStrictEqual({ type: 'json', value: { at: '1970-01-01T00:00:00.000Z' } });
    expect((await resultOf(returning({ type: 'json' }))).result.output).toEqual({ type: 'json', value: null });
  });

  it.each([
    ['an unknown type', () => ({ type: 'odd' }), 'because toModelOutput returned the type "odd". Return {'],
    ['nothing', () => undefined, 'because toModelOutput failed. Correct it.'],
    ['a rejection', () => Promise.reject(new Error('no')), 'because toModelOutput failed. Correct it.'],
    ['no JSON', () => ({ type: 'json', value: { cents: 1n } }), 'because toModelOutput failed. Correct it.'],
  ])('that returns %s is an error, which states that the tool ran', async (_what, toModelOutput, why) => {
    const draw = { inputSchema: z.object({}), execute: () => 1, toModelOutput };
    expect((await resultOf(draw)).text).toContain(`"draw" ran, but its result cannot be sent ${why}`);
  });

  it('states that the tool ran if the tool no longer has it', async () => {
    const draw: { -readonly [K in keyof AiSdkTool]: AiSdkTool[K] } = returning({ type: 'text', value: 'a' });
    const callbacks = aiSdkTools({ draw });
    delete draw.toModelOutput;
    const { chat, model, app } = await boot({ script: [callsTools(toolCall('draw')), 'Fine.'] });
    await chat.prompt('Draw').tools(callbacks).call().content();
    expect(lastTexts(model)).toEqual([expect.stringContaining('because toModelOutput did not convert it.')]);
    await app.close();
  });

  it('receives the result of a promise, and an error of it stays an error of the tool', async () => {
    const toModelOutput = ({ output }: { output: number }) => ({ type: 'text', value: `saw ${output}` });
    const draw = (execute: () => Promise<number>) => ({ inputSchema: z.object({}), execute, toModelOutput });
    expect((await resultOf(draw(async () => 7))).text).toBe('saw 7');
    const failed = await resultOf(draw(() => Promise.reject(new Error('No ink.'))));
    expect([failed.text, failed.result.outcome]).toEqual(['No ink.', { type: 'error', kind: 'execution' }]);
  });
});

onBothVersions('the result of a tool of the AI SDK', ({ tool }) => {
  it.each([
    [null, 'null'],
    [undefined, 'Done'],
  ])('may be %s', async (value, text) => {
    const draw = tool({ inputSchema: z.object({}), execute: () => value });
    expect((await resultOf(draw)).text).toBe(text);
  });
});
