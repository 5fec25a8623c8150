import { describe, expect, it } from 'vitest';
import {
  type ArgumentsHost,
  BadRequestException,
  type CallHandler,
  Catch,
  ClassSerializerInterceptor,
  type ExceptionFilter,
  type ExecutionContext,
  ForbiddenException,
  Injectable,
  type NestInterceptor,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { Exclude } from 'class-transformer';
import { EMPTY, map, Observable, of, retry, throwError } from 'rxjs';
import { Tool, ToolArgumentsHost } from 'toolgate';
import { ToolRegistry } from 'toolgate/tool';
import { settled } from '../story.fixture.js';
import { bootPipeline } from './pipeline.fixture.js';

const by = (intercept: NestInterceptor['intercept']): NestInterceptor => ({ intercept });
const ran: string[] = [];

@Catch(BadRequestException)
class BadRequests implements ExceptionFilter {
  catch(error: BadRequestException, host: ArgumentsHost) {
    const tool = ToolArgumentsHost.create(host);
    return { sorry: error.message, tool: tool.getTool().definition.name, input: tool.getInput() };
  }
}

@Catch(ForbiddenException)
class Silent implements ExceptionFilter {
  catch() {}
}

@Catch(BadRequestException)
class Rpc implements ExceptionFilter {
  catch(error: Error) {
    return throwError(() => new Error(`rpc: ${error.message}`));
  }
}

class User {
  readonly name = 'Ada';

  @Exclude()
  readonly password = 'secret';
}

let attempts = 0;
let handle: CallHandler['handle'];

@Injectable()
class Desk {
  @Tool({ description: 'Counts' })
  @UseInterceptors(by((_, next) => next.handle().pipe(map((value: number) => value * 10))))
  counts() {
    return new Observable<number>((subscriber) => {
      for (const value of [1, 2, 3]) subscriber.next(value);
      subscriber.complete();
    });
  }

  @Tool({ description: 'One' })
  @UseInterceptors(by((_, next) => next.handle()))
  async one() {
    return { one: 1 };
  }

  @Tool({ description: 'Generates' })
  @UseInterceptors(by((_, next) => next.handle()))
  async *generates() {
    yield 1;
    yield 2;
  }

  @Tool({ description: 'Cached' })
  @UseInterceptors(
    by((_, next) => {
      handle = next.handle.bind(next);
      return of('cached');
    }),
  )
  cached() {
    ran.push('cached');
  }

  @Tool({ description: 'Empty' })
  @UseInterceptors(by(() => EMPTY))
  empty() {}

  @Tool({ description: 'Retried' })
  @UseInterceptors(by((_, next) => next.handle().pipe(retry(2))))
  retried() {
    attempts++;
    if (attempts < 3) throw new Error('again');
    return `attempt ${attempts}`;
  }

  @Tool({ description: 'Serialised' })
  @UseInterceptors(ClassSerializerInterceptor)
  serialised() {
    return new User();
  }

  @Tool({ description: 'Caught' })
  @UseFilters(BadRequests, Silent)
  caught(why: string) {
    if (why === 'bad') throw new BadRequestException('bad');
    throw why === 'forbidden' ? new ForbiddenException('not you') : new Error(why);
  }

  @Tool({ description: 'Caught late' })
  @UseFilters(BadRequests)
  async *late() {
    yield 1;
    throw new BadRequestException('late');
  }

  @Tool({ description: 'Rpc' })
  @UseFilters(new Rpc())
  rpc() {
    throw new BadRequestException('bad');
  }

  @Tool({ description: 'Guarded' })
  @UseGuards({
    canActivate: () => {
      throw new BadRequestException('bad guard');
    },
  })
  @UseFilters(BadRequests)
  guarded() {
    ran.push('guarded');
  }

  @Tool({ description: 'Buggy' })
  @UseGuards({ canActivate: (context: ExecutionContext) => context.switchToHttp().getRequest().headers.token === 1 })
  buggy() {
    ran.push('buggy');
  }
}

const application = () => bootPipeline({ providers: [Desk] });
const streamed = async (name: string) => {
  const { start } = await application();
  const { ask } = await start(name);
  const progress: unknown[] = [];
  for await (const part of ask().stream()) if (part.type === 'tool-progress') progress.push(part.value);
  return progress;
};

describe('an interceptor', () => {
  it('changes the result, and earlier values that it emits are progress', async () => {
    const { told } = await application();
    expect(await told('counts')).toMatchObject({ text: '30', outcome: 'success' });
    expect(await streamed('counts')).toEqual([10, 20]);
  });

  it('that passes values on leaves the result unchanged', async () => {
    const { told } = await application();
    expect(await told('one')).toMatchObject({ text: '{"one":1}' });
    expect(await streamed('one')).toEqual([]);
    expect(await told('generates')).toMatchObject({ text: '2' });
    expect(await told('empty')).toMatchObject({ text: 'Done' });
  });

  it('may replace the method, which then cannot start later', async () => {
    const { told } = await application();
    expect(await told('cached')).toMatchObject({ text: 'cached' });
    const errors: unknown[] = [];
    handle().subscribe({ error: (error: Error) => errors.push(error.message) });
    await settled();
    expect(errors).toEqual([
      'An interceptor called Desk.cached after the call had ended. Call next() before the interceptor returns.',
    ]);
    expect(ran).toEqual([]);
  });

  it('may retry the method', async () => {
    const { told } = await application();
    expect(await told('retried')).toMatchObject({ text: 'attempt 3' });
  });

  it('may be one of Nest’s own', async () => {
    const { told } = await application();
    expect(await told('serialised')).toMatchObject({ text: '{"name":"Ada"}' });
  });
});

describe('an exception filter', () => {
  it('converts the error that it catches to a result', async () => {
    const { told } = await application();
    expect(await told('caught', { why: 'bad' })).toMatchObject({
      text: '{"sorry":"bad","tool":"caught","input":{"why":"bad"}}',
      outcome: 'success',
    });
    expect(await told('late')).toMatchObject({ text: '{"sorry":"late","tool":"late","input":{}}' });
    expect(await told('guarded')).toMatchObject({ text: '{"sorry":"bad guard","tool":"guarded","input":{}}' });
    expect(ran).toEqual([]);
  });

  it('leaves every other error unchanged, and nothing is logged', async () => {
    const { told, start } = await application();
    const { text, outcome, logs } = await told('caught', { why: 'other' });
    expect({ text, outcome, errors: logs.filter((line) => line.startsWith('error')) }).toEqual({
      text: 'other',
      outcome: 'error',
      errors: [],
    });
    const { app } = await start('caught');
    await expect(app.get(ToolRegistry).get('caught')!.call('{"why":"other"}')).rejects.toThrow(new Error('other'));
  });

  it('that returns nothing leaves the error to the model', async () => {
    const { told } = await application();
    expect(await told('caught', { why: 'forbidden' })).toMatchObject({ text: 'not you', outcome: 'error' });
  });

  it('may return an Observable that fails', async () => {
    const { told } = await application();
    expect(await told('rpc')).toMatchObject({ text: 'rpc: bad', outcome: 'error' });
  });
});

describe('a guard written for HTTP', () => {
  it('finds no request, so the call fails and the method never runs', async () => {
    const { told } = await application();
    expect(await told('buggy')).toMatchObject({
      text: 'The tool "buggy" failed because of an internal error.',
      outcome: 'error',
    });
    expect(ran).toEqual([]);
  });
});
