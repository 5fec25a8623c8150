import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonSchema } from 'toolgate/model';
import { planMethod } from '../callbacks/plan-method.js';
import { ToolContext } from '../contract/tool-context.js';
import { ToolParam } from '../declare/tool-param.decorator.js';
import { Tool } from '../declare/tool.decorator.js';

const Folder = z.object({
  name: z.string(),
  get folders() {
    return z.array(Folder).optional();
  },
});
const Pair = z.object({ left: Folder, right: Folder });
const leaf = (type: string): JsonSchema => ({
  type: 'object',
  properties: { node: { $ref: '#/$defs/Node' } },
  $defs: { Node: { type: 'object', properties: { leaf: { $ref: '#/$defs/Leaf' } } }, Leaf: { type } },
});

class Schemas {
  @Tool()
  recursive(@ToolParam({ schema: Folder }) folder: unknown, @ToolParam({ schema: Pair }) pair: unknown) {
    return [folder, pair];
  }

  @Tool({ parameters: Folder })
  whole(folder: unknown) {
    return folder;
  }

  @Tool()
  twins(
    @ToolParam({ schema: leaf('string') }) first: unknown,
    @ToolParam({ schema: leaf('string') }) same: unknown,
    @ToolParam({ schema: leaf('number') }) other: unknown,
  ) {
    return [first, same, other];
  }
}

const plan = (key: string) => planMethod(Schemas, key, { isStatic: false });

async function argumentsOf(key: string, input: object): Promise<unknown> {
  const prepared = await plan(key).prepare(input as never);
  return prepared.type === 'issues' ? prepared.issues : prepared.makeArguments(new ToolContext());
}

describe('schemas that refer to themselves', () => {
  it('have their definitions at the root, with adjusted references', async () => {
    const { $defs, properties } = plan('recursive').definition.inputSchema;
    expect(Object.keys($defs as object)).toEqual(['folder', '__schema0']);
    expect(properties).toMatchObject({
      folder: { $ref: '#/$defs/folder' },
      pair: { properties: { left: { $ref: '#/$defs/__schema0' } } },
    });
    const folder = { name: 'a', x: 1, folders: [{ name: 'b', x: 1 }] };
    const clean = { name: 'a', folders: [{ name: 'b' }] };
    expect(await argumentsOf('recursive', { folder, pair: { left: folder, right: folder, x: 1 } })).toEqual([
      clean,
      { left: clean, right: clean },
    ]);
    expect(
      await argumentsOf('recursive', { folder: { ...folder, folders: [{}] }, pair: { left: clean, right: clean } }),
    ).toEqual([{ path: '/folder/folders/0/name', message: 'is required: a string' }]);
    expect(await argumentsOf('whole', folder)).toEqual([clean]);
  });

  it('share equal definitions and number different ones of one name', () => {
    const { $defs, properties } = plan('twins').definition.inputSchema;
    expect(Object.keys($defs as object)).toEqual(['Node', 'Leaf', 'Node2', 'Leaf2']);
    expect($defs).toMatchObject({
      Node: { properties: { leaf: { $ref: '#/$defs/Leaf' } } },
      Node2: { properties: { leaf: { $ref: '#/$defs/Leaf2' } } },
      Leaf2: { type: 'number' },
    });
    expect(properties).toMatchObject({
      same: { properties: { node: { $ref: '#/$defs/Node' } } },
      other: { properties: { node: { $ref: '#/$defs/Node2' } } },
    });
  });
});
