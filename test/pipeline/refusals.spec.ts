import { describe, expect, it } from 'vitest';
import {
  type CallHandler,
  type CanActivate,
  createParamDecorator,
  Injectable,
  Module,
  type PipeTransform,
  Scope,
  SetMetadata,
  type Type,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { Tool, ToolArgumentsHost, ToolContext, ToolDeclarationException, ToolException } from 'toolgate';
import { methodTool, ToolRegistry } from 'toolgate/tool';
import { failureOf } from '../story.fixture.js';
import { bootPipeline } from './pipeline.fixture.js';

@Injectable()
class Never implements CanActivate {
  canActivate() {
    return false;
  }
}

@Injectable()
class Same implements PipeTransform {
  transform(value: unknown) {
    return value;
  }
}

const Given = createParamDecorator(() => 'given');

function Wrapped(): MethodDecorator {
  return (_target, _key, descriptor: PropertyDescriptor) => {
    const inner = descriptor.value as (...args: unknown[]) => unknown;
    descriptor.value = function (this: unknown, ...args: unknown[]) {
      return inner.apply(this, args);
    };
  };
}

@Injectable()
@UseGuards(Never)
@UsePipes(Same)
class Guarded {
  @Tool({ description: 'Runs' })
  run() {}
}

class StaticGuarded {
  @Tool({ description: 'Runs' })
  @UseGuards(Never)
  static run() {}
}

class Parameters {
  @Tool({ description: 'Runs' })
  run(@Given() _given: string) {}
}

class Hidden {
  @Wrapped()
  @UseGuards(Never)
  @UseInterceptors({ intercept: (_context, next) => next.handle() })
  @Tool({ description: 'Runs' })
  run() {}
}

class Visible {
  @UseGuards(Never)
  @Wrapped()
  @Tool({ description: 'Runs' })
  run() {}
}

class Parent {
  @Tool({ description: 'Runs' })
  @UseGuards(Never)
  run() {}
}
class Overriding extends Parent {
  override run() {}
}
class Repeating extends Parent {
  @UseGuards(Never)
  override run() {}
}

const Nothing: MethodDecorator = () => {};
const passing = { intercept: (_context: unknown, next: CallHandler) => next.handle() };
const KINDS: readonly (readonly [string, MethodDecorator])[] = [
  ['@UseGuards()', UseGuards(Never)],
  ['@UseInterceptors()', UseInterceptors(passing)],
  ['@UsePipes()', UsePipes(Same)],
  ['@UseFilters()', UseFilters({ catch: () => 'caught' })],
];

/** Creates a tool that overrides a method two levels above, with a decorator on each of the three. */
const toolOverriding = (onBase: MethodDecorator, onMiddle: MethodDecorator, onTool: MethodDecorator): Type => {
  class Base {
    @onBase
    run() {}
  }
  class Middle extends Base {
    @onMiddle
    override run() {}
  }
  class Bottom extends Middle {
    @onTool
    @Tool({ description: 'Runs' })
    override run() {}
  }
  return Bottom;
};

class LostRoles {
  @Wrapped()
  @SetMetadata('roles', ['admin'])
  @SetMetadata('swagger/apiOperation', {})
  @Tool({ description: 'Runs' })
  run() {}
}
@UseGuards(new Never())
class GuardedLostRoles extends LostRoles {}

function Proxied<T extends object>(type: T): T {
  return new Proxy(type, {});
}
@Proxied
@UseGuards(new Never())
class BehindProxy {
  @Tool({ description: 'Runs' })
  run() {}
}

const starting = async (provider: object) => {
  const { start } = await bootPipeline({ providers: [provider as never] });
  return start('run');
};
const refused = (provider: object, problem: string) => expect(starting(provider)).rejects.toThrow(problem);

describe('start-up stops', () => {
  it.each([
    ['a factory', { provide: Guarded, useFactory: () => new Guarded() }],
    ['a value', { provide: Guarded, useValue: new Guarded() }],
  ])('if Nest creates no guard for the class: %s', async (_, provider) => {
    await refused(
      provider,
      'Guarded.run cannot be a tool: Nest creates no instance of Never (@UseGuards()) and Same (@UsePipes()) for it in RootTestModule, so the enhancer would be skipped.',
    );
  });

  it.each([Scope.REQUEST, Scope.TRANSIENT])(
    'if Nest creates the guard only for another class, in scope %i',
    async (scope) => {
      @Injectable({ scope })
      class Once extends Never {}
      class Other {
        @Tool({ description: 'Runs' })
        @UseGuards(Once)
        run() {}
      }
      class Made {
        @Tool({ description: 'Runs, too' })
        @UseGuards(Once)
        runToo() {}
      }
      const { start } = await bootPipeline({ providers: [Made, { provide: Other, useFactory: () => new Other() }] });
      await expect(start('run')).rejects.toThrow(
        'Other.run cannot be a tool: Nest creates no instance of Once (@UseGuards())',
      );
    },
  );

  it('if Nest creates no guard for a static method', async () => {
    await refused(
      StaticGuarded,
      'StaticGuarded.run cannot be a tool: Nest creates no instance of Never (@UseGuards())',
    );
  });

  it('if a test replaces a guard by an object that is not a guard', async () => {
    const { start } = await bootPipeline({
      providers: [Guarded],
      change: (builder) => builder.overrideGuard(Never).useValue({}),
    });
    await expect(start('run')).rejects.toThrow(
      'Guarded.run cannot be a tool: Nest returns fewer enhancers than @UseGuards() names',
    );
  });

  it('if a guard is on a function that does not run', async () => {
    await refused(
      Hidden,
      'Hidden.run cannot be a tool: @UseGuards() and @UseInterceptors() would not run, because the decorated function was overridden or wrapped by another decorator. Put @UseGuards() and @UseInterceptors() on Hidden.run itself, above the decorators that wrap it.',
    );
    await refused(
      Overriding,
      'Overriding.run cannot be a tool: @UseGuards() would not run, because the decorated function was overridden',
    );
    await refused(
      BehindProxy,
      'BehindProxy.run cannot be a tool: @UseGuards() would not run, because the decorated function was overridden',
    );
  });

  it.each(KINDS)('if %s is on a method that the tool overrides, at any distance', async (name, decorator) => {
    const problem = `Bottom.run cannot be a tool: ${name} would not run, because the decorated function was overridden`;
    await refused(toolOverriding(decorator, Nothing, Nothing), problem);
    await refused(toolOverriding(Nothing, decorator, Nothing), problem);
    await refused(toolOverriding(decorator, decorator, Nothing), problem);
    await expect(starting(toolOverriding(decorator, decorator, decorator))).resolves.toBeDefined();
  });

  it('if a guard is on a static method that the tool overrides', async () => {
    class StaticBase {
      @UseGuards(new Never())
      static run() {}
    }
    class StaticTool extends StaticBase {
      @Tool({ description: 'Runs' })
      static override run() {}
    }
    await refused(
      StaticTool,
      'StaticTool.run cannot be a tool: @UseGuards() would not run, because the decorated function was overridden',
    );
  });

  it('if the metadata of a guard is on a method that the tool overrides', async () => {
    const Admins = SetMetadata('roles', ['admin']);
    @UseGuards(Never)
    class Desk extends toolOverriding(Admins, Nothing, Nothing) {}
    await refused(
      Desk,
      'Desk.run cannot be a tool: guards would not find the metadata roles, because the decorated function was overridden',
    );
    @UseGuards(Never)
    class SaidAgain extends toolOverriding(Admins, Nothing, Admins) {}
    await expect(starting(SaidAgain)).resolves.toBeDefined();
  });

  it('if the metadata of a guard is on a function that does not run', async () => {
    await refused(
      GuardedLostRoles,
      'GuardedLostRoles.run cannot be a tool: guards would not find the metadata roles, because the decorated function was overridden or wrapped',
    );
    await expect(starting(LostRoles)).resolves.toBeDefined();
  });

  it('in no other case', async () => {
    await expect(starting(Visible)).resolves.toBeDefined();
    await expect(starting(Repeating)).resolves.toBeDefined();
    @Module({ providers: [Guarded], exports: [Guarded] })
    class GuardedModule {}
    @Module({
      imports: [GuardedModule],
      providers: [{ provide: 'same', inject: [Guarded], useFactory: (guarded: Guarded) => guarded }],
    })
    class AgainModule {}
    const twice = await bootPipeline({ imports: [GuardedModule, AgainModule] });
    expect(await twice.told('run')).toMatchObject({ text: 'Forbidden resource' });
  });
});

describe('an instance outside the container', () => {
  it.each([Guarded, Parameters, Parent])('cannot run the enhancers of its tools: %o', async (Type) => {
    const { start } = await bootPipeline({ providers: [] });
    const { chat } = await start('run', {}, []);
    const ask = () => chat.prompt('Go').tools(new Type()).call().content();
    await expect(failureOf(ask())).rejects.toThrow(ToolException);
    await expect(ask()).rejects.toThrow(
      'which only Nest can run. Add its class to the providers of a module, and pass the class to tools().',
    );
    expect(() => methodTool(new Type(), 'run')).toThrow(ToolDeclarationException);
    expect(() => methodTool(StaticGuarded, 'run')).toThrow(
      'StaticGuarded.run has @UseGuards(), which only Nest can run',
    );
  });
});

describe('a method without enhancers', () => {
  it('runs directly, and its result is available synchronously', async () => {
    @Injectable()
    class Bare {
      @Tool({ description: 'Adds' })
      add(one: number, other: number) {
        return one + other;
      }
    }
    const { start } = await bootPipeline({ providers: [Bare], options: { toolCalling: { globalEnhancers: true } } });
    const { app } = await start('add');
    const prepared = app.get(ToolRegistry).get('add')!.prepare!({ one: 1, other: 2 });
    expect((prepared as { run: (context: unknown) => unknown }).run(new ToolContext())).toEqual({
      type: 'raw',
      value: 3,
    });
  });
});

describe('ToolArgumentsHost', () => {
  it('accepts only executions of tools', () => {
    const host = { getType: () => 'http', getArgs: () => [] };
    expect(() => ToolArgumentsHost.create(host as never)).toThrow(
      `ToolArgumentsHost.create() received an execution of type "http". Check that getType() is 'tool' first.`,
    );
  });
});
