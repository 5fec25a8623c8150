import { describe, expect, it } from 'vitest';
import { applyDecorators, Injectable, SetMetadata } from '@nestjs/common';
import type { Class } from '#core';
import { planMethod } from '../callbacks/plan-method.js';
import type { ToolDefaults } from '../contract/tool-defaults.js';
import { JsonToolCallResultConverter } from '../results/json-tool-call-result.converter.js';
import { Tool } from './tool.decorator.js';
import { Tools } from './tools.decorator.js';
import type { ToolsOptions } from './tool-options.js';

const plan = (type: Class, key: string, defaults?: ToolDefaults) =>
  planMethod(type, key, { isStatic: Object.hasOwn(type, key), defaults });

const nameOf = (type: Class, key: string) => plan(type, key).definition.name;

class OwnConverter extends JsonToolCallResultConverter {}

@Tools({
  prefix: 'orders_',
  tags: ['orders', 'money'],
  requiresApproval: true,
  returnDirect: true,
  timeoutMs: 500,
  sequential: true,
  idempotent: true,
  hints: { openWorld: true },
  resultConverter: OwnConverter,
  maxResultLength: 50,
})
class Orders {
  @Tool()
  plain(): unknown {
    return undefined;
  }

  @Tool({
    name: 'FIND',
    tags: ['read', 'orders'],
    requiresApproval: false,
    returnDirect: false,
    timeoutMs: 5,
    hints: { readOnly: true },
    resultConverter: new OwnConverter(),
    maxResultLength: Infinity,
  })
  find(): unknown {
    return undefined;
  }

  @Tool()
  static shared(): unknown {
    return undefined;
  }
}

@Tools({ prefix: 'web_', requiresApproval: false })
class WebOrders extends Orders {
  @Tool({ description: 'Find on the web' })
  override find(): unknown {
    return undefined;
  }
}

class Silent extends Orders {}

describe('the options of a class for its tools', () => {
  it('apply to each method without options, including static ones', () => {
    for (const key of ['plain', 'shared']) {
      expect(plan(Orders, key).metadata).toEqual({
        tags: ['orders', 'money'],
        requiresApproval: true,
        returnDirect: true,
        timeoutMs: 500,
        sequential: true,
        idempotent: true,
        hints: { openWorld: true },
        maxResultLength: 50,
      });
      expect(plan(Orders, key).resultConverter).toBe(OwnConverter);
    }
  });

  it('are overridden by the options of a method, and tags are combined', () => {
    const { metadata, resultConverter } = plan(Orders, 'find');
    expect(metadata).toEqual({
      tags: ['orders', 'money', 'read'],
      requiresApproval: false,
      returnDirect: false,
      timeoutMs: 5,
      sequential: true,
      idempotent: true,
      hints: { readOnly: true },
      maxResultLength: Infinity,
    });
    expect(resultConverter).toBeInstanceOf(OwnConverter);
  });

  it('include a prefix for each name, declared or not', () => {
    expect([nameOf(Orders, 'plain'), nameOf(Orders, 'find')]).toEqual(['orders_plain', 'orders_FIND']);
    expect(plan(Orders, 'plain').definition.description).toBe('orders_plain');
  });

  it('are inherited one by one, and a method’s own options take precedence', () => {
    expect(nameOf(WebOrders, 'find')).toBe('web_FIND');
    expect(plan(WebOrders, 'find').metadata).toMatchObject({ requiresApproval: false, timeoutMs: 5, sequential: true });
    expect(plan(WebOrders, 'plain').metadata).toMatchObject({ requiresApproval: false, timeoutMs: 500 });
    expect(plan(Orders, 'plain').metadata).toMatchObject({ requiresApproval: true });
    expect(plan(Silent, 'plain').definition.name).toBe('orders_plain');
    expect(plan(Silent, 'plain').metadata).toEqual(plan(Orders, 'plain').metadata);
  });

  it('may have an empty prefix, which removes an inherited one', () => {
    @Tools({ prefix: '' })
    class Bare extends Orders {}
    expect(nameOf(Bare, 'plain')).toBe('plain');
  });

  it('take precedence over the application’s, whose tags are combined too', () => {
    const defaults: ToolDefaults = { tags: ['all'], timeoutMs: 9, hints: { destructive: false } };
    expect(plan(Orders, 'plain', defaults).metadata).toMatchObject({
      tags: ['all', 'orders', 'money'],
      timeoutMs: 500,
      hints: { openWorld: true },
    });
    class Unsaid {
      @Tool({ timeoutMs: 3 })
      run(): unknown {
        return undefined;
      }
    }
    expect(plan(Unsaid, 'run', { ...defaults, resultConverter: OwnConverter })).toMatchObject({
      metadata: { tags: ['all'], timeoutMs: 3, hints: { destructive: false } },
      resultConverter: OwnConverter,
    });
    expect(plan(Unsaid, 'run').metadata).toEqual({ timeoutMs: 3 });
  });

  it('stop start-up if they have the wrong type or are stated twice', () => {
    const withOptions = (options: unknown) => {
      @Tools(options as ToolsOptions)
      class Wrong {
        @Tool()
        run() {}
      }
      return () => plan(Wrong, 'run');
    };
    expect(withOptions({ requiresApproval: 'no' })).toThrow(
      'Wrong: `requiresApproval` of @Tools() is a string. Pass true or false, or leave it out.',
    );
    expect(withOptions({ prefix: 5 })).toThrow(
      'Wrong: `prefix` of @Tools() is a number. Pass a string, or leave it out.',
    );
    expect(() => plan(Orders, 'plain', { timeoutMs: 0 })).toThrow(
      'forRoot({ toolCalling: { defaults } }): `timeoutMs` is 0. Pass a number of milliseconds above 0, or leave it out.',
    );
    expect(() => {
      @Tools({})
      @Tools({ prefix: 'a' })
      class Twice {}
      return Twice;
    }).toThrow('Twice has @Tools() twice. Put all options into one.');
  });
});

describe('a decorator of the application', () => {
  const Danger = (description: string) =>
    applyDecorators(Tool({ description, requiresApproval: true }), SetMetadata('danger', true));
  const Desk = (prefix: string) => applyDecorators(Tools({ prefix, tags: ['desk'] }), Injectable());

  it('may combine @Tool(), @Tools() and others', () => {
    @Desk('desk_')
    class Refunds {
      @Danger('Refund an order')
      refund(_orderNumber: string): unknown {
        return undefined;
      }
    }
    const { definition, metadata } = plan(Refunds, 'refund');
    expect(definition).toMatchObject({
      name: 'desk_refund',
      description: 'Refund an order',
      inputSchema: { required: ['_orderNumber'] },
    });
    expect(metadata).toEqual({ requiresApproval: true, tags: ['desk'] });
    expect(Reflect.getMetadata('danger', Refunds.prototype.refund)).toBe(true);
  });
});
