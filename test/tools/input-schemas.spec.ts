import { describe, expect, it } from 'vitest';
import type { JsonSchema } from 'toolgate/model';
import { functionTool, inputSchemaOf, Tool, type ToolOptions } from 'toolgate/tool';
import { z } from 'zod';

const schemaWith = (options: ToolOptions) => {
  class Weather {
    @Tool(options)
    forecast(input: object) {
      return input;
    }
  }
  return inputSchemaOf(Weather, 'forecast');
};

describe('properties without the schema around them', () => {
  const REFUSED =
    "its schema has no keyword of JSON Schema. Put its properties into one: `{ type: 'object', properties: { city: … } }`.";

  it.each<[string, JsonSchema]>([
    ['JSON Schema', { city: { type: 'string' }, days: { type: 'integer' } }],
    ['zod', { city: z.string(), days: z.int() } as unknown as JsonSchema],
  ])('are refused as the input of a tool, because they would allow any input: %s', (_, properties) => {
    expect(() => schemaWith({ parameters: properties })).toThrow(REFUSED);
    expect(() => schemaWith({ inputSchema: properties })).toThrow(REFUSED);
    expect(() => functionTool({ name: 'forecast', inputSchema: properties, run: () => 'sunny' })).toThrow(REFUSED);
  });

  it('are not confused with a schema that has few keywords', () => {
    for (const parameters of [{}, { description: 'No input' }, { additionalProperties: { type: 'string' } }])
      expect(schemaWith({ parameters })).toMatchObject({ ...parameters, type: 'object' });
  });
});
