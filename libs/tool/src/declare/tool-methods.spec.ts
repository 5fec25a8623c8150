import { describe, expect, it } from 'vitest';
import { type PreparedArguments, planMethod } from '../callbacks/plan-method.js';
import { ToolContext } from '../contract/tool-context.js';
import { toolMethodsOf } from './tool-methods.js';
import { ToolParam } from './tool-param.decorator.js';
import { Tool } from './tool.decorator.js';

const context = new ToolContext();

function Wrapped(): MethodDecorator {
  return (_target, _key, descriptor: PropertyDescriptor) => {
    const inner = descriptor.value as (...args: unknown[]) => unknown;
    descriptor.value = function (this: unknown, ...args: unknown[]) {
      return inner.apply(this, args);
    };
  };
}

class Parent {
  @Tool({ description: 'Find it' })
  find(@ToolParam({ description: 'Its number' }) orderNumber: string): unknown {
    return orderNumber;
  }

  @Tool()
  protected hidden(reason: string) {
    return reason;
  }

  @Tool()
  replaced(first: string): unknown {
    return first;
  }

  @Tool()
  static shared(count: number) {
    return count;
  }

  notATool() {}
}

class Child extends Parent {
  override find(renamed: string) {
    return `child ${renamed}`;
  }

  @Tool({ description: 'Mine' })
  override replaced(second: string) {
    return second;
  }

  @Tool()
  @Wrapped()
  wrapped(@ToolParam() first: string, second: number) {
    return [first, second];
  }

  @Wrapped()
  @Tool()
  outside(first: string) {
    return first;
  }

  @Tool()
  @Wrapped()
  lost(first: string, second: string) {
    return [first, second];
  }
}

const names = (key: string, isStatic = false) =>
  Object.keys(planMethod(Child, key, { isStatic }).definition.inputSchema['properties'] as object);

describe('the tools of a class', () => {
  it('are its own and the inherited ones, each once, instance methods before static ones', () => {
    expect(toolMethodsOf(Child)).toEqual([
      { key: 'find', isStatic: false },
      { key: 'hidden', isStatic: false },
      { key: 'replaced', isStatic: false },
      { key: 'wrapped', isStatic: false },
      { key: 'outside', isStatic: false },
      { key: 'lost', isStatic: false },
      { key: 'shared', isStatic: true },
    ]);
    expect(toolMethodsOf(Parent)).toHaveLength(4);
    expect(toolMethodsOf(class {})).toEqual([]);
  });

  it('inherit their declaration if a subclass overrides them without a decorator', () => {
    const { definition } = planMethod(Child, 'find', { isStatic: false });
    expect(definition.description).toBe('Find it');
    expect(names('find')).toEqual(['orderNumber']);
  });

  it('are declared again if a subclass overrides them with one', () => {
    expect(planMethod(Child, 'replaced', { isStatic: false }).definition.description).toBe('Mine');
    expect(names('replaced')).toEqual(['second']);
  });

  it('may be static, inherited, protected or private', () => {
    const shared = planMethod(Child, 'shared', { isStatic: true });
    expect(shared).toMatchObject({ methodName: 'shared', pipeline: { isStatic: true } });
    expect((shared.prepare({ count: 2 }) as PreparedArguments).makeArguments(context)).toEqual([2]);
    expect(names('hidden')).toEqual(['reason']);
  });

  it('keep their parameters’ names under decorators that wrap the method', () => {
    expect(names('wrapped')).toEqual(['first', 'second']);
    expect(names('outside')).toEqual(['first']);
    expect(() => names('lost')).toThrow(
      /Child\.lost, parameter 0.*hidden by another decorator[^]*Child\.lost, parameter 1/,
    );
  });

  it('may have unusual names', () => {
    class Odd {
      @Tool({ name: 'grüß dich (v2)!' })
      greet() {}
      @Tool()
      'with space'(a: string) {
        return a;
      }
    }
    expect(planMethod(Odd, 'greet', { isStatic: false }).definition).toMatchObject({
      name: 'grüß dich (v2)!',
      description: 'grüß dich (v2)!',
    });
    expect(planMethod(Odd, 'with space', { isStatic: false }).definition.name).toBe('with space');
  });

  it('may belong to a class inside a function', () => {
    const make = () => {
      class Local {
        @Tool()
        run(city: string) {
          return city;
        }
      }
      return Local;
    };
    expect(toolMethodsOf(make())).toEqual([{ key: 'run', isStatic: false }]);
    expect(planMethod(make(), 'run', { isStatic: false }).definition.inputSchema).toMatchObject({ required: ['city'] });
  });
});

describe('a declaration that cannot be a tool stops start-up', () => {
  it('for a symbol, a property, a constructor and a missing @Tool()', () => {
    class Symbolic {
      @Tool()
      [Symbol.iterator]() {}
    }
    expect(() => toolMethodsOf(Symbolic)).toThrow(
      'Symbolic has a tool method named Symbol(Symbol.iterator). Use a string as the method name.',
    );
    class Property {
      run?: () => void;
    }
    (Tool() as (target: object, key: string) => void)(Property.prototype, 'run');
    expect(() => planMethod(Property, 'run', { isStatic: false })).toThrow('Property.run is not a method');
    expect(() => ToolParam()(Property, undefined as never, 0)).toThrow(/constructor parameter of Property/);
    expect(() => planMethod(Parent, 'notATool', { isStatic: false })).toThrow(
      'Parent.notATool is not marked with @Tool()',
    );
    expect(() => Tool()(() => undefined, { kind: 'method' } as never, undefined as never)).toThrow(
      /experimentalDecorators/,
    );
  });

  it('for parameters without a name, duplicate names and a second ToolContext', () => {
    class Nameless {
      @Tool()
      destructured({ a }: { a: string }) {
        return a;
      }
      @Tool()
      named(@ToolParam({ name: 'point', schema: { type: 'object' } }) { a }: { a: string }) {
        return a;
      }
      @Tool()
      rest(...items: string[]) {
        return items;
      }
      @Tool()
      twins(first: string, @ToolParam({ name: 'first' }) second: string) {
        return [first, second];
      }
      @Tool()
      contexts(a: ToolContext, b: ToolContext) {
        return [a, b];
      }
    }
    const plan = (key: string) => planMethod(Nameless, key, { isStatic: false });
    expect(() => plan('destructured')).toThrow(
      /^Nameless\.destructured, parameter 0 \(unnamed\): its name cannot be read[^]*@ToolParam\(\{ name: 'orderNumber' \}\)/,
    );
    expect(plan('named').definition.inputSchema).toMatchObject({ properties: { point: { type: 'object' } } });
    expect(() => plan('rest')).toThrow(/Nameless\.rest, parameter 0 \(items\): it takes the rest of the arguments/);
    expect(() => plan('twins')).toThrow('Nameless.twins has two parameters named first');
    expect(() => plan('contexts')).toThrow('Nameless.contexts takes the ToolContext twice, as parameters 0 and 1');
  });

  it('for a class compiled without decorator metadata, unless every type is stated', () => {
    class Bare {
      find(orderNumber: string) {
        return orderNumber;
      }
      said(count: number) {
        return count;
      }
      none() {}
    }
    for (const key of ['find', 'said', 'none'] as const) {
      Tool()(Bare.prototype, key, Object.getOwnPropertyDescriptor(Bare.prototype, key)!);
    }
    ToolParam({ type: Number })(Bare.prototype, 'said', 0);
    expect(() => planMethod(Bare, 'find', { isStatic: false })).toThrow(
      /Bare\.find, parameter 0 \(orderNumber\): the class was compiled without decorator metadata \(tsx and esbuild/,
    );
    expect(planMethod(Bare, 'said', { isStatic: false }).definition.inputSchema).toMatchObject({
      properties: { count: { type: 'number' } },
    });
    expect(planMethod(Bare, 'none', { isStatic: false }).definition.inputSchema).toMatchObject({ properties: {} });
  });
});
