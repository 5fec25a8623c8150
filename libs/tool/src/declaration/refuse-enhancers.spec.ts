import { describe, expect, it } from '@jest/globals';
import { Controller, Get, UseGuards, UseInterceptors, UsePipes } from '@nestjs/common';
import { ToolDeclarationException } from '../tool.errors.js';
import { planMethod } from './plan-method.js';
import { Tool } from './tool.decorator.js';
import { toolMethodsOf } from './tool-methods-of.js';
import type { Class } from './type-reference.js';

class Never {
  canActivate() {
    return false;
  }
}
class Piped {
  transform(value: unknown) {
    return value;
  }
}
class Around {
  intercept() {
    throw new Error('never');
  }
}

function Wrapped(): MethodDecorator {
  return (_target, _key, descriptor: PropertyDescriptor) => {
    const inner = descriptor.value as (...args: unknown[]) => unknown;
    descriptor.value = function (this: unknown, ...args: unknown[]) {
      return inner.apply(this, args);
    };
  };
}

class OnMethod {
  @Tool()
  @UseGuards(Never)
  below() {}

  @UsePipes(Piped)
  @Tool()
  above() {}

  @UseGuards(Never)
  @UseInterceptors(Around)
  @Tool()
  both(): unknown {
    return undefined;
  }

  @Wrapped()
  @UseGuards(Never)
  @Tool()
  hidden() {}

  @Tool()
  @UseGuards(Never)
  static shared() {}

  @Tool()
  free() {}

  @UseGuards(Never)
  notATool() {}
}

class Overriding extends OnMethod {
  override both(): unknown {
    return undefined;
  }
}

@UseGuards(Never)
class Guarded {
  @Tool()
  run() {}
}

class Inheriting extends Guarded {}

@Controller('orders')
@UseInterceptors(Around)
class Orders {
  @Get()
  @Tool()
  find() {}
}

const plan = (type: Class, key: string, isStatic = false) => planMethod(type, key, { isStatic });
const advice =
  'and guards, pipes and interceptors on tool methods are not run for calls of a model. Decide in a ToolApprovalStrategy, and put the tool into a class without them.';

describe('guards, pipes and interceptors stop start-up', () => {
  it('on the method, wherever they stand', () => {
    expect(() => plan(OnMethod, 'below')).toThrow(
      new ToolDeclarationException(`OnMethod.below cannot be a tool: it carries @UseGuards(), ${advice}`),
    );
    expect(() => plan(OnMethod, 'above')).toThrow('OnMethod.above cannot be a tool: it carries @UsePipes(), and');
    expect(() => plan(OnMethod, 'both')).toThrow('it carries @UseGuards() and @UseInterceptors(), and');
    expect(() => plan(OnMethod, 'hidden')).toThrow('OnMethod.hidden cannot be a tool: it carries @UseGuards()');
    expect(() => plan(OnMethod, 'shared', true)).toThrow('OnMethod.shared cannot be a tool: it carries @UseGuards()');
  });

  it('on the tool method that a method without decorators overrides', () => {
    expect(() => plan(Overriding, 'both')).toThrow('Overriding.both cannot be a tool: it carries @UseGuards()');
  });

  it('on the class, a superclass and a controller', () => {
    expect(() => plan(Guarded, 'run')).toThrow(
      new ToolDeclarationException(`Guarded.run cannot be a tool: its class carries @UseGuards(), ${advice}`),
    );
    expect(() => plan(Inheriting, 'run')).toThrow('Inheriting.run cannot be a tool: its class carries @UseGuards()');
    expect(() => plan(Orders, 'find')).toThrow('Orders.find cannot be a tool: its class carries @UseInterceptors()');
  });

  it('and nothing stops where they are on another method or a class without tools', () => {
    expect(plan(OnMethod, 'free').definition.name).toBe('free');
    expect(toolMethodsOf(Never)).toEqual([]);
    UseGuards(Never)(Never);
    expect(toolMethodsOf(Never)).toEqual([]);
  });
});
