import { beforeEach, describe, expect, it } from 'vitest';
import {
  type ArgumentsHost,
  type CallHandler,
  Catch,
  type CanActivate,
  type ExceptionFilter,
  Injectable,
  type NestInterceptor,
  type PipeTransform,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { type JsonObject, Tool, ToolApprovalDecision, ToolApprovalStrategy } from 'toolgate';
import { callsTools, toolCall } from 'toolgate/testing';
import { type PreparedCall, type ToolCallResult, ToolCallResultConverter, ToolInterceptor } from 'toolgate/tool';
import { boot, lastTexts } from '../story.fixture.js';

const seen: string[] = [];

class Guard implements CanActivate {
  constructor(private readonly where: string) {}

  canActivate() {
    seen.push(`${this.where} guard`);
    return true;
  }
}

class Around implements NestInterceptor {
  constructor(private readonly where: string) {}

  intercept(_context: unknown, next: CallHandler) {
    seen.push(`${this.where} interceptor`);
    return next.handle();
  }
}

class Pipe implements PipeTransform {
  constructor(private readonly where: string) {}

  transform(value: unknown) {
    seen.push(`${this.where} pipe`);
    return value;
  }
}

@Catch()
class Filter implements ExceptionFilter {
  constructor(private readonly where: string) {}

  catch(error: Error, _host: ArgumentsHost) {
    seen.push(`${this.where} filter`);
    return error.message;
  }
}

@Injectable()
class Surrounding extends ToolInterceptor {
  async intercept(_call: PreparedCall, next: () => Promise<ToolCallResult>) {
    seen.push('tool interceptor');
    const result = await next();
    seen.push('tool interceptor after');
    return result;
  }
}

@Injectable()
class Gate extends ToolApprovalStrategy {
  approve(_tool: unknown, args: JsonObject) {
    seen.push('gate');
    return args['orderNumber'] === 'no' ? ToolApprovalDecision.reject('no') : ToolApprovalDecision.approve();
  }
}

class Converter extends ToolCallResultConverter {
  convert(value: unknown) {
    seen.push('conversion');
    return { type: 'text', text: String(value) } as const;
  }
}

@Injectable()
@UseGuards(new Guard('class'))
@UseInterceptors(new Around('class'))
@UsePipes(new Pipe('class'))
class Desk {
  @Tool({ description: 'Refunds', resultConverter: Converter })
  @UseFilters(new Filter('method'))
  @UsePipes(new Pipe('method'))
  @UseInterceptors(new Around('method'))
  @UseGuards(new Guard('method'))
  refund(orderNumber: string) {
    seen.push('method');
    if (orderNumber === 'broken') throw new Error('broken');
    return orderNumber;
  }
}

const globals = [
  { provide: APP_GUARD, useValue: new Guard('global') },
  { provide: APP_INTERCEPTOR, useValue: new Around('global') },
  { provide: APP_PIPE, useValue: new Pipe('global') },
  { provide: APP_FILTER, useValue: new Filter('global') },
];

const start = (toolCalling: object, ...numbers: readonly string[]) =>
  boot({
    script: [
      callsTools(...numbers.map((orderNumber, index) => toolCall('refund', { orderNumber }, `${index}`))),
      'End.',
    ],
    options: { toolCalling },
    providers: [Desk, Surrounding, { provide: ToolApprovalStrategy, useClass: Gate }, ...globals],
  });

const inside = ['class guard', 'method guard', 'class interceptor', 'method interceptor', 'class pipe', 'method pipe'];

beforeEach(() => {
  seen.length = 0;
});

describe('the order of a call', () => {
  it('is the gate, the tool interceptors, guards, interceptors, pipes, the method and the conversion', async () => {
    const { chat } = await start({}, 'A-1');
    await chat.prompt('Go').tools(Desk).call().content();
    const whole = ['gate', 'tool interceptor', ...inside, 'method', 'conversion', 'tool interceptor after'];
    expect(seen).toEqual(whole);
    seen.length = 0;
    const streamed = await start({}, 'A-1');
    await streamed.chat.prompt('Go').tools(Desk).stream().outcome();
    expect(seen).toEqual(whole);
  });

  it('starts with the gate’s decision on the whole batch', async () => {
    const { chat, model } = await start({ parallelToolCalls: false }, 'A-1', 'no', 'A-2');
    await chat.prompt('Go').tools(Desk).call().content();
    expect(seen.slice(0, 4)).toEqual(['gate', 'gate', 'gate', 'tool interceptor']);
    expect(seen.filter((step) => step === 'method')).toHaveLength(2);
    expect(lastTexts(model)).toEqual(['A-1', 'Tool execution was denied: no', 'A-2']);
  });

  it('includes the global enhancers on the outside if the application enables them', async () => {
    const { chat } = await start({ globalEnhancers: true, parallelToolCalls: false }, 'A-1', 'broken');
    await chat.prompt('Go').tools(Desk).call().content();
    const [first, second] = [seen.slice(0, 14), seen.slice(14)];
    expect(first).toEqual([
      'gate',
      'gate',
      'tool interceptor',
      'global guard',
      'class guard',
      'method guard',
      'global interceptor',
      'class interceptor',
      'method interceptor',
      'global pipe',
      'class pipe',
      'method pipe',
      'method',
      'conversion',
    ]);
    expect(second.slice(-4)).toEqual(['method', 'method filter', 'conversion', 'tool interceptor after']);
  });
});

describe('global enhancers', () => {
  @Injectable()
  class Bare {
    @Tool({ description: 'Fails' })
    fail(why: string) {
      throw new Error(why);
    }
  }
  const ask = async (globalEnhancers?: boolean) => {
    const { chat, model } = await boot({
      script: [callsTools(toolCall('fail', { why: 'broken' })), 'End.'],
      options: globalEnhancers === undefined ? {} : { toolCalling: { globalEnhancers } },
      providers: [Bare, ...globals],
    });
    await chat.prompt('Go').tools(Bare).call().content();
    return lastTexts(model);
  };

  it('run for tools without enhancers of their own if globalEnhancers is true', async () => {
    expect(await ask(true)).toEqual(['broken']);
    expect(seen).toEqual(['global guard', 'global interceptor', 'global pipe', 'global filter']);
  });

  it.each([undefined, false])('do not run with globalEnhancers: %o', async (globalEnhancers) => {
    expect(await ask(globalEnhancers)).toEqual(['broken']);
    expect(seen).toEqual([]);
  });

  it('are enabled by true and disabled by false, and any other value is refused', async () => {
    await expect(boot({ options: { toolCalling: { globalEnhancers: 'no' as never } } })).rejects.toThrow(
      "toolCalling.globalEnhancers of ToolgateModule.forRoot() is 'no'. Pass true or false",
    );
  });
});
