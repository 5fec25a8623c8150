import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { augmentTools, ToolRegistry } from 'toolgate/tool';
import { ChatClient, functionTool, Tool, toolCallback, ToolDeclarationException } from 'toolgate';
import { type AiSdkLanguageModel, type AiSdkSpecificationVersion, aiSdkChatModel } from 'toolgate/ai-sdk';
import { ScriptedChatModel } from 'toolgate/testing';
import { z } from 'zod';
import { boot } from '../story.fixture.js';

const strict = true;
const inputExamples = [{ input: { city: 'Berlin' } }];
const providerOptions = { anthropic: { deferLoading: true } };
const hints = { strict, inputExamples, providerOptions };
const schema = z.object({ city: z.string() });

@Injectable()
class Weather {
  @Tool({ description: 'The weather', ...hints })
  weather(city: string) {
    return city;
  }
}

const made = functionTool({ name: 'made', parameters: schema, ...hints, run: () => {} });
const called = toolCallback({ name: 'called', inputSchema: schema, ...hints, call: () => {} });
const plain = functionTool({ name: 'plain', run: () => {} });

/** Records the options that a provider receives. */
const recorder = (specificationVersion: AiSdkSpecificationVersion) => {
  const sent: { readonly tools: readonly Record<string, unknown>[] }[] = [];
  const model: AiSdkLanguageModel = {
    specificationVersion,
    provider: 'fake.chat',
    modelId: 'fake-1',
    async doGenerate(options: never) {
      sent.push(options);
      const content = [{ type: 'text', text: 'Hi' }];
      return { content, finishReason: { unified: 'stop', raw: 'stop' }, usage: {}, warnings: [] };
    },
    doStream: () => Promise.reject(new Error('not used')),
  };
  return { model, sent };
};

describe('the provider hints of a tool', () => {
  it.each(['v3', 'v4'] as const)('are sent with its definition (%s)', async (version) => {
    const { model, sent } = recorder(version);
    const { chat } = await boot({ options: { model: aiSdkChatModel(model) }, providers: [Weather] });
    await chat.prompt('Hi').tools(Weather, made, called, plain).call().content();
    expect(
      sent[0]!.tools.map((tool) => [tool['name'], tool['strict'], tool['inputExamples'], tool['providerOptions']]),
    ).toEqual([
      ...['weather', 'made', 'called'].map((name) => [name, strict, inputExamples, providerOptions]),
      ['plain', undefined, undefined, undefined],
    ]);
    expect(Object.keys(sent[0]!.tools[3]!)).toEqual(['type', 'name', 'description', 'inputSchema']);
  });

  it('are sent to a v2 model as far as it supports them, with a warning for the others', async () => {
    const { model, sent } = recorder('v2');
    const { chat } = await boot({ options: { model: aiSdkChatModel(model) } });
    const { metadata } = await chat.prompt('Hi').tools(made).call().chatResponse();
    expect(sent[0]!.tools[0]).toEqual({
      type: 'function',
      ...made.definition,
      strict: undefined,
      inputExamples: undefined,
    });
    expect(metadata!.warnings).toContainEqual(expect.stringMatching(/^unsupported: strict and inputExamples of tools/));
  });

  it('are part of its definition, which is frozen', () => {
    expect(made.definition).toMatchObject(hints);
    expect(Object.isFrozen(made.definition.inputExamples![0]!.input)).toBe(true);
    expect(Object.isFrozen(inputExamples)).toBe(false);
  });

  it('are rejected at its creation if an example is invalid or an option has the wrong type', () => {
    const make = (options: object) => () => functionTool({ name: 'x', parameters: schema, ...options, run: () => {} });
    expect(make({ inputExamples: [{ input: { city: 'Rome' } }, { input: { town: 1 } }] })).toThrow(
      new ToolDeclarationException(
        'inputExamples[1] of the tool "x" does not match its schema. Invalid arguments for "x": /city is required: a string.',
      ),
    );
    expect(make({ inputExamples: [{ city: 'Rome' }] })).toThrow(
      'Pass a list of inputs, such as [{ input: {} }], or leave it out.',
    );
    expect(make({ strict: 'yes' })).toThrow('`strict` is a string. Pass true or false, or leave it out.');
    expect(make({ providerOptions: { anthropic: 1 } })).toThrow(
      '`providerOptions` is an object with content that does not fit. Pass options by provider, such as { anthropic: {} }, or leave it out.',
    );
  });

  it('lose their examples if arguments are added', async () => {
    const reasons = augmentTools([made], { schema: z.object({ why: z.string() }), consume: () => {} });
    const model = new ScriptedChatModel(['Hi']);
    await ChatClient.create(model, { tools: [reasons] })
      .prompt('Hi')
      .call()
      .content();
    expect(model.prompts[0]!.tools![0]).toMatchObject({ name: 'made', strict, providerOptions });
    expect(model.prompts[0]!.tools![0]).not.toHaveProperty('inputExamples');
  });

  it('are in the definition of the registry', async () => {
    const { app } = await boot({ providers: [Weather] });
    expect(app.get(ToolRegistry).get('weather')!.definition).toMatchObject(hints);
  });
});
