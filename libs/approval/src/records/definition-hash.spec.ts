import { describe, expect, it } from 'vitest';
import type { JsonSchema } from 'toolgate/model';
import type { PreparedCall, ToolCallback } from 'toolgate/tool';
import { definitionHashOf } from './definition-hash.js';

const definition = { name: 'refund', description: 'Refund an order', inputSchema: { type: 'object' } };
const hash = (given: ToolCallback['definition']) =>
  definitionHashOf({ callback: { definition: given } } as unknown as PreparedCall);

describe('the hash of a definition', () => {
  it('does not depend on hints for the provider', () => {
    const advised = { strict: true, inputExamples: [{ input: {} }], providerOptions: { acme: { cache: true } } };
    expect(hash({ ...definition, ...advised })).toBe(hash(definition));
  });

  it('changes with a definition that is changed in place', () => {
    const changing = { ...definition, inputSchema: { type: 'object', properties: {} as Record<string, JsonSchema> } };
    const before = hash(changing);
    changing.inputSchema.properties['amount'] = { type: 'number' };
    expect(hash(changing)).not.toBe(before);
    expect(hash(changing)).toBe(hash(JSON.parse(JSON.stringify(changing)) as typeof changing));
  });

  it('changes with a frozen definition that has a part that changes', () => {
    const properties: Record<string, JsonSchema> = {};
    let amount: JsonSchema = { type: 'number' };
    class Schema {
      get properties() {
        return { amount };
      }
      toJSON() {
        return { properties: this.properties };
      }
    }
    const getter = Object.freeze({
      type: 'object',
      get properties() {
        return { amount };
      },
    });
    const schemas = [Object.freeze({ type: 'object', properties }), getter, Object.freeze(new Schema())];
    const frozen = schemas.map((inputSchema) =>
      Object.freeze({ ...definition, inputSchema: inputSchema as JsonSchema }),
    );
    const before = frozen.map(hash);
    amount = { type: 'string' };
    properties['amount'] = amount;
    frozen.map(hash).forEach((after, index) => expect(after).not.toBe(before[index]));
  });

  it('changes with the tool', () => {
    const others = [{ name: 'pay' }, { description: 'Pay' }, { inputSchema: { type: 'object', properties: {} } }];
    const hashes = others.map((change) => hash({ ...definition, ...change }));
    expect(new Set([hash(definition), ...hashes]).size).toBe(4);
  });
});
