import { beforeEach, describe, expect, it } from 'vitest';
import {
  type CallHandler,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  Scope,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { APP_GUARD, REQUEST } from '@nestjs/core';
import { map } from 'rxjs';
import { type Message, Tool, ToolArgumentsHost, ToolContext } from 'toolgate';
import { boot, settled } from '../story.fixture.js';
import { answering, bootPipeline } from './pipeline.fixture.js';

let guards = 0;
let desks = 0;

@Injectable({ scope: Scope.REQUEST })
class TenantGuard implements CanActivate {
  constructor(@Inject(REQUEST) private readonly request: ToolContext) {
    guards++;
  }

  async canActivate(context: ExecutionContext) {
    await settled();
    const { data } = ToolArgumentsHost.create(context).getContext();
    return this.request.data['tenant'] !== 'nobody' && data === this.request.data;
  }
}

@Injectable({ scope: Scope.REQUEST })
class TenantInterceptor implements NestInterceptor {
  constructor(@Inject(REQUEST) private readonly request: ToolContext) {}

  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(map((value: string) => `${value} / ${String(this.request.data['tenant'])}`));
  }
}

@Injectable({ scope: Scope.TRANSIENT })
class TransientGuard implements CanActivate {
  canActivate() {
    return this.isMade;
  }

  readonly isMade = true;
}

const Tenant = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  String(ToolArgumentsHost.create(context).getContext().data['tenant']),
);

@Injectable()
@UseGuards(TenantGuard)
class Singleton {
  @Tool({ description: 'Reads' })
  read() {
    return 'read';
  }

  @Tool({ description: 'Counts' })
  static count() {
    return 'counted';
  }
}

@Injectable({ scope: Scope.REQUEST })
class PerTurn {
  constructor(@Inject(REQUEST) private readonly request: ToolContext) {
    desks++;
  }

  @Tool({ description: 'Reads' })
  @UseGuards(TenantGuard)
  @UseInterceptors(TenantInterceptor)
  async read(id: string, @Tenant() tenant: string, { data }: ToolContext) {
    await settled();
    return `${id}: ${String(this.request.data['tenant'])} / ${tenant} / ${String(data['tenant'])}`;
  }
}

@Injectable({ scope: Scope.REQUEST, durable: true })
class Durable extends PerTurn {}

@Injectable({ scope: Scope.TRANSIENT })
@UseGuards(TransientGuard)
class Transient {
  @Tool({ description: 'Reads' })
  read() {
    return 'read';
  }
}

@Injectable()
@UseGuards(TransientGuard)
class WithTransient extends Transient {}

const textsOf = (messages: readonly Message[] | undefined): string[] => {
  const last = messages?.at(-1);
  if (last?.role !== 'tool') throw new Error('No tool has answered.');
  return last.content.map(({ output }) => (output.type === 'text' ? output.text : JSON.stringify(output)));
};

const tenantOf = (messages: readonly Message[]): string => {
  const prompt = messages.find((message) => message.role === 'user');
  const [part] = prompt?.role === 'user' ? prompt.content : [];
  if (part?.type !== 'text') throw new Error('Nobody has asked.');
  return part.text;
};

const results = (tenant: string) => ['a', 'b'].map((id) => `${id}: ${tenant} / ${tenant} / ${tenant} / ${tenant}`);

beforeEach(() => {
  guards = 0;
  desks = 0;
});

describe('a request-scoped guard', () => {
  it('is created once a turn, and its REQUEST is the turn’s ToolContext', async () => {
    const { told } = await bootPipeline({ providers: [Singleton] });
    expect(await told('read', {}, { tenant: 'nobody' })).toMatchObject({ text: 'Forbidden resource' });
    expect(await told('read', {}, { tenant: 'acme' })).toMatchObject({ text: 'read' });
    expect(guards).toBe(2);
  });

  it('runs for static methods too', async () => {
    const { told } = await bootPipeline({ providers: [Singleton] });
    expect(await told('count', {}, { tenant: 'nobody' })).toMatchObject({ text: 'Forbidden resource' });
    expect(await told('count', {}, { tenant: 'acme' })).toMatchObject({ text: 'counted' });
  });

  it('may be global', async () => {
    @Injectable()
    class Bare {
      @Tool({ description: 'Reads' })
      read() {
        return 'read';
      }
    }
    const { told } = await bootPipeline({
      options: { toolCalling: { globalEnhancers: true } },
      providers: [Bare, { provide: APP_GUARD, useClass: TenantGuard, scope: Scope.REQUEST }],
    });
    expect(await told('read', {}, { tenant: 'nobody' })).toMatchObject({ text: 'Forbidden resource' });
    expect(await told('read', {}, { tenant: 'acme' })).toMatchObject({ text: 'read' });
    expect(guards).toBe(2);
  });
});

describe('a transient guard', () => {
  it.each([Transient, WithTransient])('is created for %o', async (type) => {
    const { told } = await bootPipeline({ providers: [type] });
    expect(await told('read')).toMatchObject({ text: 'read' });
  });

  it('is created for each provider, or start-up stops', async () => {
    class Other extends WithTransient {
      @Tool({ description: 'Other' })
      other() {}
    }
    const { start } = await bootPipeline({
      providers: [
        { provide: 'known', useClass: WithTransient },
        { provide: Other, useFactory: () => new Other() },
      ],
    });
    await expect(start('other')).rejects.toThrow(
      'Other.other cannot be a tool: Nest creates no instance of TransientGuard (@UseGuards())',
    );
  });

  it('cannot be global, because Nest has no instance of it for a turn', async () => {
    const { start } = await bootPipeline({
      options: { toolCalling: { globalEnhancers: true } },
      providers: [Singleton, { provide: APP_GUARD, useClass: TransientGuard, scope: Scope.TRANSIENT }],
    });
    await expect(start('read')).rejects.toThrow('is global and transient, but globalEnhancers needs one instance');
  });
});

describe.each([PerTurn, Durable])('request-scoped tools: %o', (type) => {
  const start = () =>
    boot({
      script: answering({ name: 'read', input: { id: 'a' } }, { name: 'read', input: { id: 'b' } }),
      providers: [type],
    });

  it('never mix the contexts of 200 concurrent prompts, called', async () => {
    const { chat, model } = await start();
    const tenants = Array.from({ length: 200 }, (_, index) => `t${index}`);
    const ask = async (tenant: string) => {
      const answer = chat.prompt(tenant).tools(type).toolContext({ tenant }).call();
      expect((await answer.outcome()).status).toBe('completed');
    };
    await Promise.all(tenants.map(ask));
    expect({ desks, guards }).toEqual({ desks: 200, guards: 200 });
    const told = model.prompts.filter(({ messages }) => messages.at(-1)!.role === 'tool');
    expect(told).toHaveLength(200);
    for (const { messages } of told) {
      const tenant = tenantOf(messages);
      expect(textsOf(messages)).toEqual(results(tenant));
    }
  });

  it('never mix the contexts of 200 concurrent prompts, streamed', async () => {
    const { chat } = await start();
    const ask = async (tenant: string) => {
      const seen: string[] = [];
      for await (const part of chat.prompt(tenant).tools(type).toolContext({ tenant }).stream()) {
        if (part.type === 'tool-result' && part.output.type === 'text') seen.push(part.output.text);
      }
      expect(seen.toSorted()).toEqual(results(tenant));
    };
    await Promise.all(Array.from({ length: 200 }, (_, index) => ask(`t${index}`)));
    expect({ desks, guards }).toEqual({ desks: 200, guards: 200 });
  });
});

describe('a factory of scoped tools', () => {
  class Desk {
    @Tool({ description: 'Reads' })
    read() {
      return 'read';
    }
  }
  @UseGuards(new TransientGuard())
  class GuardedDesk extends Desk {}
  @UseGuards(new TransientGuard())
  class GuardedTwice extends GuardedDesk {}

  it.each([
    [Desk, 'read'],
    [
      GuardedDesk,
      'The factory of Desk.read returned an instance of GuardedDesk, whose guards, pipes, interceptors or filters were unknown at start-up. Provide it under that class.',
    ],
  ])('runs tools only with the guards that its token has: %o', async (Made, text) => {
    const { told } = await bootPipeline({
      providers: [{ provide: Desk, scope: Scope.REQUEST, useFactory: () => new Made() }],
    });
    expect(await told('read')).toMatchObject({ text });
  });

  it('may not return a class with more guards than its token', async () => {
    const { told } = await bootPipeline({
      providers: [{ provide: GuardedDesk, scope: Scope.REQUEST, useFactory: () => new GuardedTwice() }],
    });
    expect((await told('read')).text).toContain('The factory of GuardedDesk.read returned an instance of GuardedTwice');
  });

  it('stops start-up if Nest creates no guard for them', async () => {
    const { start } = await bootPipeline({
      providers: [{ provide: Singleton, scope: Scope.REQUEST, useFactory: () => new Singleton() }],
    });
    await expect(start('read')).rejects.toThrow('Nest creates no instance of TenantGuard (@UseGuards())');
  });
});
