import { describe, expect, it } from 'vitest';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import type { Class } from '#core';
import { planMethod } from '../callbacks/plan-method.js';
import { ToolParam } from '../declare/tool-param.decorator.js';
import { Tool } from '../declare/tool.decorator.js';

@ApiSchema({ name: 'PostalAddress', description: 'Where a person lives' })
class Address {
  @ToolParam() street!: string;
}

@ApiSchema({ description: 'A person' })
class Person {
  @ToolParam() home!: Address;
  @ToolParam({ description: 'Where they work' }) work!: Address;
  @ApiProperty({ description: 'Where they were born' }) birth!: Address;
  @ToolParam({ items: () => Address, required: false }) others?: Address[];
  @ToolParam({ mapOf: () => Address, required: false }) named?: Record<string, Address>;
  @ToolParam({ type: () => Person, required: false }) parent?: unknown;
}

class Employee extends Person {
  @ToolParam() id!: string;
}

class Unspoken {
  @IsString() a!: string;
}

class Desk {
  @Tool()
  register(person: Person, @ToolParam({ description: 'Who asks' }) asker: Person, plain: Unspoken, hired: Employee) {
    return [person, asker, plain, hired];
  }

  @Tool({ parameters: Address })
  move(address: Address) {
    return address;
  }
}

interface Written {
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, Written>>;
  readonly items: Written;
  readonly additionalProperties: Written;
  readonly $defs: Readonly<Record<string, Written>>;
}

const schemaOf = (type: Class, key: string) =>
  planMethod(type, key, { isStatic: false }).definition.inputSchema as unknown as Written;

describe('a class with a description', () => {
  const { properties, $defs } = schemaOf(Desk, 'register');
  const person = $defs['Person']!;

  it('describes properties of its type without a description, at every depth', () => {
    expect(person.description).toBe('A person');
    expect(person.properties['home']!.description).toBe('Where a person lives');
    expect(person.properties['others']!.items.description).toBe('Where a person lives');
    expect(person.properties['named']!.additionalProperties.description).toBe('Where a person lives');
  });

  it('does not override the description of the property or of the parameter', () => {
    expect(person.properties['work']!.description).toBe('Where they work');
    expect(person.properties['birth']!.description).toBe('Where they were born');
    expect(properties['asker']!.description).toBe('Who asks');
  });

  it('describes the whole input', () => {
    expect(schemaOf(Desk, 'move').description).toBe('Where a person lives');
  });

  it('does not describe another class', () => {
    expect(properties['plain']).not.toHaveProperty('description');
    expect(properties['hired']).not.toHaveProperty('description');
  });
});

describe('whether a property is required, and its description', () => {
  class Inner {
    @ToolParam({ required: true, description: 'ours' })
    @ApiPropertyOptional({ description: 'theirs' })
    @IsOptional()
    ours: string = 'x';

    @ApiProperty({ required: true, description: 'theirs' }) @IsOptional() theirs: string = 'x';
    @ToolParam({ required: false }) @ApiProperty({ required: true, description: 'theirs' }) mixed!: string;
    @ApiProperty() @IsOptional() optional!: string;
    @ToolParam({ default: 'x' }) withDefault!: string;
    @ToolParam({ description: '' }) @ApiProperty({ required: false, description: 'theirs' }) unsaid?: string;
    @ToolParam({ description: '', required: false }) mute?: string;
    @IsString() plain!: string;
  }
  class Outer {
    @ToolParam({ type: () => [Inner] }) list!: Inner[];
    @ToolParam({ mapOf: () => Inner }) map!: Record<string, Inner>;
    @ToolParam() one!: Inner;
  }
  class Taker {
    @Tool()
    take(outer: Outer) {
      return outer;
    }

    @Tool()
    parameters(
      @ToolParam({ required: true }) forced: string = 'x',
      @ToolParam({ required: false }) free: string,
      unneeded: string = 'x',
      @ToolParam({ default: 'x' }) withDefault: string,
    ) {
      return [forced, free, unneeded, withDefault];
    }
  }

  it('comes from the first source that states it, at every depth', () => {
    const { list, map, one } = schemaOf(Taker, 'take').properties['outer']!.properties;
    for (const inner of [list!.items, map!.additionalProperties, one!]) {
      expect([...inner.required!].toSorted()).toEqual(['ours', 'plain', 'theirs']);
      const descriptions = Object.entries(inner.properties).map(([key, { description }]) => [key, description]);
      expect(Object.fromEntries(descriptions)).toMatchObject({
        ours: 'ours',
        theirs: 'theirs',
        mixed: 'theirs',
        unsaid: 'theirs',
      });
      expect(inner.properties['mute']).toEqual({ type: 'string' });
    }
  });

  it('comes from the same sources for parameters', () => {
    expect(schemaOf(Taker, 'parameters').required).toEqual(['forced']);
  });
});
