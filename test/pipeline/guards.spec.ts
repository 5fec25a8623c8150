import { beforeEach, describe, expect, it } from 'vitest';
import {
  applyDecorators,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  SetMetadata,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Tool, ToolArgumentsHost } from 'toolgate';
import { callsTools, toolCall } from 'toolgate/testing';
import { augmentTools, ToolRegistry } from 'toolgate/tool';
import { boot, lastTexts } from '../story.fixture.js';
import { bootPipeline } from './pipeline.fixture.js';

const ran: string[] = [];
const Roles = (...roles: readonly string[]) => SetMetadata('roles', roles);

@Injectable()
class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const roles = this.reflector.getAllAndOverride<string[]>('roles', [context.getHandler(), context.getClass()]) ?? [];
    const { role } = ToolArgumentsHost.create(context).getContext<{ role: string }>().data;
    return roles.includes(role);
  }
}

class NoToken implements CanActivate {
  canActivate(): boolean {
    throw new UnauthorizedException('Who are you?');
  }
}

const AdminTool = (description: string) =>
  applyDecorators(Tool({ description }), UseGuards(RolesGuard), Roles('admin'));

@Injectable()
class Desk {
  @Tool({ description: 'Refunds an order' })
  @UseGuards(RolesGuard)
  @Roles('admin')
  refund(orderNumber: string) {
    ran.push(orderNumber);
    return `refunded ${orderNumber}`;
  }

  @Tool({ description: 'Asks who it is' })
  @UseGuards(new NoToken())
  whoAmI() {
    ran.push('whoAmI');
  }

  @AdminTool('Closes')
  private close() {
    ran.push('close');
    return 'closed';
  }

  @Tool({ description: 'Counts' })
  @UseGuards(new NoToken())
  static count() {
    ran.push('count');
  }

  unused() {
    return this.close();
  }
}

@Injectable()
@UseGuards(RolesGuard)
@Roles('clerk')
class ClassGuarded {
  @Tool({ description: 'Reads' })
  read() {
    return 'read';
  }
}

@Injectable()
class Inheriting extends ClassGuarded {}

@Controller('orders')
@UseGuards(RolesGuard)
@Roles('clerk')
class Orders {
  @Get()
  @Tool({ description: 'Finds' })
  find() {
    ran.push('find');
    return 'found';
  }
}

beforeEach(() => {
  ran.length = 0;
});

describe('a guard', () => {
  it('that refuses causes an error result for the model, and the method never runs', async () => {
    const { told } = await bootPipeline({ providers: [Desk] });
    expect(await told('refund', { orderNumber: 'A-1' }, { role: 'guest' })).toMatchObject({
      text: 'Forbidden resource',
      outcome: 'error',
    });
    expect(await told('whoAmI')).toMatchObject({ text: 'Who are you?', outcome: 'error' });
    expect(ran).toEqual([]);
  });

  it('that agrees lets the method run', async () => {
    const { told } = await bootPipeline({ providers: [Desk] });
    expect(await told('refund', { orderNumber: 'A-1' }, { role: 'admin' })).toMatchObject({ text: 'refunded A-1' });
    expect(ran).toEqual(['A-1']);
  });

  it('runs for methods with decorators from applyDecorators, and for TypeScript-private ones', async () => {
    const { told } = await bootPipeline({ providers: [Desk] });
    expect(await told('close', {}, { role: 'guest' })).toMatchObject({ text: 'Forbidden resource' });
    expect(ran).toEqual([]);
    expect(await told('close', {}, { role: 'admin' })).toMatchObject({ text: 'closed' });
  });

  it('runs for static methods', async () => {
    const { told } = await bootPipeline({ providers: [Desk] });
    expect(await told('count')).toMatchObject({ text: 'Who are you?', outcome: 'error' });
    expect(ran).toEqual([]);
  });

  it.each([ClassGuarded, Inheriting])('on a class runs for its methods: %o', async (type) => {
    const { told } = await bootPipeline({ providers: [type] });
    expect(await told('read', {}, { role: 'guest' })).toMatchObject({ text: 'Forbidden resource' });
    expect(await told('read', {}, { role: 'clerk' })).toMatchObject({ text: 'read', outcome: 'success' });
  });

  it('on a base class runs for a method that overrides one of it, with those of the class itself', async () => {
    const asked: string[] = [];
    const asking = (name: string): CanActivate => ({ canActivate: () => asked.push(name) > 0 });
    @UseGuards(asking('base'))
    class Base {
      read() {
        return 'base';
      }
    }
    @UseGuards(asking('middle'))
    class Middle extends Base {}
    @UseGuards(asking('bottom'))
    class Bottom extends Middle {
      @Tool({ description: 'Reads' })
      @UseGuards(asking('method'))
      override read() {
        return 'bottom';
      }
    }
    const { told } = await bootPipeline({ providers: [Bottom] });
    expect(await told('read')).toMatchObject({ text: 'bottom' });
    expect(asked).toEqual(['base', 'middle', 'bottom', 'method']);
  });

  it('on a controller, and on a class under another token, runs for its tools too', async () => {
    const { told } = await bootPipeline({ controllers: [Orders] });
    expect(await told('find', {}, { role: 'guest' })).toMatchObject({ text: 'Forbidden resource' });
    expect(ran).toEqual([]);
    expect(await told('find', {}, { role: 'clerk' })).toMatchObject({ text: 'found' });
    const named = await bootPipeline({ providers: [{ provide: 'desk', useClass: ClassGuarded }] });
    expect(await named.told('read', {}, { role: 'guest' })).toMatchObject({ text: 'Forbidden resource' });
    expect(await named.told('read', {}, { role: 'clerk' })).toMatchObject({ text: 'read' });
  });

  it('runs for a tool with an augmented input, and receives the tool’s own input', async () => {
    const seen: unknown[] = [];
    @Injectable()
    class Watched {
      @Tool({ description: 'Finds' })
      @UseGuards({
        canActivate: (context: ExecutionContext) => {
          seen.push(ToolArgumentsHost.create(context).getInput());
          return false;
        },
      })
      find(orderNumber: string) {
        ran.push(orderNumber);
      }
    }
    const { chat, model } = await boot({
      script: [callsTools(toolCall('find', { orderNumber: 'A-1', reason: 'asked' })), 'End.'],
      providers: [Watched],
    });
    const schema = { type: 'object', properties: { reason: { type: 'string' } } } as const;
    await chat
      .prompt('Go')
      .tools(augmentTools(Watched, { schema, consume: () => {} }))
      .call()
      .content();
    expect(lastTexts(model)).toEqual(['Forbidden resource']);
    expect({ seen, ran }).toEqual({ seen: [{ orderNumber: 'A-1' }], ran: [] });
  });

  it('can be replaced in tests with overrideGuard', async () => {
    const { told } = await bootPipeline({
      providers: [ClassGuarded],
      change: (builder) => builder.overrideGuard(RolesGuard).useValue({ canActivate: () => true }),
    });
    expect(await told('read', {}, { role: 'guest' })).toMatchObject({ text: 'read' });
  });

  it('runs for the tool in a stream, and if the application calls the tool itself', async () => {
    const { start } = await bootPipeline({ providers: [Desk] });
    const { ask, app, model } = await start('refund', { orderNumber: 'A-1' });
    await ask({ role: 'guest' }).stream().outcome();
    expect(JSON.stringify(model.prompts.at(-1)!.messages)).toContain('Forbidden resource');
    await expect(app.get(ToolRegistry).get('refund')!.call('{"orderNumber":"A-1"}')).rejects.toThrow('Forbidden');
    expect(ran).toEqual([]);
  });
});
