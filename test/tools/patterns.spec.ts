import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { functionTool, Tool, ToolCallback, type ToolCallResult, ToolParam } from 'toolgate';
import type { JsonSchema } from 'toolgate/model';
import { callsTools, toolCall } from 'toolgate/testing';
import { z } from 'zod';
import { rejectionOf } from '../chat/chat.fixture.js';
import { boot, lastTexts } from '../story.fixture.js';

const LOOKING = '^(?=.*\\d).+$';
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties });
const looking = (key = 'code') => object({ [key]: { type: 'string', pattern: LOOKING } });

@Injectable()
class Told {
  @Tool({ description: 'Takes', inputSchema: looking() })
  take(code: string) {
    return code;
  }
}

@Injectable()
class InParameter {
  @Tool({ description: 'Takes' })
  take(@ToolParam({ schema: { anyOf: [object({ inner: looking() }), { type: 'null' }] } }) order: unknown) {
    return order;
  }
}

@Injectable()
class Whole {
  @Tool({ description: 'Takes', parameters: object({ lines: { type: 'array', items: looking('article') } }) })
  take(input: object) {
    return input;
  }
}

class Documented {
  @ApiProperty({ pattern: LOOKING })
  code!: string;
}

@Injectable()
class OfDocumented {
  @Tool({ description: 'Takes' })
  take(input: Documented) {
    return input;
  }
}

class Unrelated {
  @Matches(/^[a-z0-9]+$/)
  @ApiProperty({ pattern: LOOKING })
  code!: string;
}

@Injectable()
class OfUnrelated {
  @Tool({ description: 'Takes' })
  take(input: Unrelated) {
    return input;
  }
}

class Related {
  @Matches(/^[a-z0-9/]+$/)
  @Matches('^(?!a/).*$')
  @ApiProperty({ pattern: '^(?!a\\/).*$' })
  code!: string;
}

@Injectable()
class OfRelated {
  @Tool({ description: 'Takes' })
  take(input: Related) {
    return input.code;
  }
}

class Plain extends ToolCallback {
  readonly metadata = {};
  readonly definition;

  constructor(inputSchema: JsonSchema) {
    super();
    this.definition = { name: 'plain', description: 'Takes', inputSchema };
  }

  async call(input: string): Promise<ToolCallResult> {
    return { output: { type: 'text', text: input }, outcome: { type: 'success' } };
  }
}

const problemOf = (property: string, pattern: string): string =>
  `the pattern ${pattern} of "${property}" cannot be run in linear time`;
const WAY = 'Write it without look-around, back-references and counts above 1000, or check the value in the tool.';

describe('a pattern that requires backtracking stops start-up', () => {
  it.each([
    ['in an inputSchema', Told, 'Told.take: its inputSchema', 'code'],
    ['in the schema of a parameter', InParameter, 'InParameter.take, parameter 0 (order)', 'inner.code'],
    ['in the schema of the whole input', Whole, 'Whole.take, @Tool({ parameters })', 'lines[].article'],
    ['in the documentation of a property', OfDocumented, 'Documented.code', 'code'],
    ['in the documentation of a property that has another @Matches()', OfUnrelated, 'Unrelated.code', 'code'],
  ])('%s', async (_, provider, tool, property) => {
    const { message } = (await rejectionOf(boot({ providers: [provider] }))) as Error;
    expect(message).toContain(tool);
    expect(message).toContain(problemOf(property, LOOKING));
    expect(message).toContain(WAY);
  });

  it('with an instruction for the documentation of a property', async () => {
    await expect(boot({ providers: [OfUnrelated] })).rejects.toThrow(
      `${problemOf('code', LOOKING)}. ${WAY} Or pass the same pattern to @Matches() of class-validator, so that it validates the value.`,
    );
  });

  it.each([
    ['look-behind', '(?<!a)b'],
    ['a back-reference', '(a|b)\\1'],
    ['a back-reference by name', '(?<quote>["a]).*\\k<quote>'],
    ['a count that is too large', 'a{1,2000}'],
  ])('for %s', (_, pattern) => {
    const declare = () => functionTool({ name: 'take', parameters: object({ code: { pattern } }), run: () => 1 });
    expect(declare).toThrow(`functionTool("take"): ${problemOf('code', pattern)}`);
  });

  it.each<[string, JsonSchema, string]>([
    ['in names of properties', { type: 'object', patternProperties: { [LOOKING]: {} } }, `["${LOOKING}"]`],
    ['in rules for names', object({ map: { propertyNames: { pattern: LOOKING } } }), 'map'],
    ['in a definition', { ...object({}), $defs: { Code: { pattern: LOOKING } } }, '$defs.Code'],
    ['of a property that has the name of a keyword', object({ default: { pattern: LOOKING } }), 'default'],
    [
      'in a part of the schema that only a reference reaches',
      { ...object({ a: { $ref: '#/own/b' } }), own: { b: looking() } },
      'own.b.code',
    ],
  ])('%s', async (_, schema, property) => {
    await expect(boot({ providers: [{ provide: Plain, useValue: new Plain(schema) }] })).rejects.toThrow(
      `Plain, inputSchema of "plain": ${problemOf(property, LOOKING)}`,
    );
  });

  it('and fails the calls of a tool that a prompt passes', async () => {
    const { chat, model } = await boot({ script: [callsTools(toolCall('plain', { code: 'a1' })), 'End.'] });
    await chat.prompt('Go').tools(new Plain(looking())).call().content();
    expect(lastTexts(model)[0]).toContain(problemOf('code', LOOKING));
  });

  it('but not if it is only an example', async () => {
    await boot({
      providers: [{ provide: Plain, useValue: new Plain({ ...object({}), examples: [{ pattern: LOOKING }] }) }],
    });
  });
});

class Password {
  @Matches(/^(?=.*\d).+$/)
  @ApiProperty({ pattern: LOOKING })
  word!: string;
}

@Injectable()
class Accounts {
  @Tool({ description: 'Sets a password' })
  set(password: Password) {
    return password.word;
  }

  @Tool({ description: 'Invites', parameters: z.object({ to: z.email(), code: z.string().regex(/^(?!x).$/) }) })
  invite({ to }: { to: string }) {
    return to;
  }
}

const notX = z.string().refine((code) => code !== 'x');

@Injectable()
class Described {
  @Tool({ description: 'Takes' })
  take(@ToolParam({ schema: notX, jsonSchema: { type: 'string', pattern: LOOKING } }) code: string) {
    return code;
  }
}

describe('patterns that a library validates itself', () => {
  it('may be documented if the property has @Matches() with the same pattern', async () => {
    const calls = ['b/c', 'a/c'].map((code) => toolCall('take', { input: { code } }, code));
    const { chat, model } = await boot({ script: [callsTools(...calls), 'End.'], providers: [OfRelated] });
    await chat.prompt('Go').tools(OfRelated).call().content();
    expect(lastTexts(model)).toEqual(['b/c', expect.stringContaining('/input/code')]);
  });

  it('may be in the JSON Schema of a Standard Schema, which validates the value', async () => {
    const calls = ['a', 'x'].map((code) => toolCall('take', { code }, code));
    const { chat, model } = await boot({ script: [callsTools(...calls), 'End.'], providers: [Described] });
    await chat.prompt('Go').tools(Described).call().content();
    expect(JSON.stringify(model.prompts[0]!.tools)).toContain(JSON.stringify(LOOKING));
    expect(lastTexts(model)).toEqual(['a', expect.stringContaining('/code')]);
  });

  it('may not be in the inputSchema of a tool, which validates the input even beside a Standard Schema', () => {
    const parameters = z.object({ code: z.string() });
    const declare = () => functionTool({ name: 'take', parameters, inputSchema: looking(), run: ({ code }) => code });
    expect(declare).toThrow(problemOf('code', LOOKING));
  });

  it('are sent to the model, and the library runs them', async () => {
    const calls = [
      toolCall('set', { password: { word: 'secret1' } }, '1'),
      toolCall('set', { password: { word: 'secret' } }, '2'),
      toolCall('invite', { to: 'ada@example.com', code: 'a' }, '3'),
      toolCall('invite', { to: 'ada@example.com', code: 'x' }, '4'),
    ];
    const { chat, model } = await boot({ script: [callsTools(...calls), 'End.'], providers: [Accounts] });
    await chat.prompt('Go').tools(Accounts).call().content();
    expect(JSON.stringify(model.prompts[0]!.tools)).toContain(JSON.stringify(LOOKING));
    const [set, badWord, invited, bad] = lastTexts(model);
    expect([set, invited]).toEqual(['secret1', 'ada@example.com']);
    expect(badWord).toContain('/password/word');
    expect(bad).toContain('/code');
  });
});
