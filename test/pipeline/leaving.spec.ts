import { beforeEach, describe, expect, it } from 'vitest';
import {
  type CallHandler,
  Catch,
  type ExceptionFilter,
  Injectable,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { Tool } from 'toolgate';
import { callsTools, toolCall } from 'toolgate/testing';
import { boot, deferred, settled } from '../story.fixture.js';

const seen: string[] = [];
let thinking = deferred<boolean>();

@Catch()
class Everything implements ExceptionFilter {
  catch() {
    seen.push('filter');
    return 'caught';
  }
}

const noting = {
  intercept: (_context: unknown, next: CallHandler) => {
    seen.push('interceptor');
    return next.handle();
  },
};

@Injectable()
@UseFilters(Everything)
class Desk {
  @Tool({ description: 'Waits in its guard' })
  @UseGuards({ canActivate: () => thinking.promise })
  @UseInterceptors(noting)
  guard() {
    seen.push('body');
  }

  @Tool({ description: 'Waits in its interceptor' })
  @UseInterceptors({
    intercept: async (_context, next) => {
      await thinking.promise;
      return next.handle();
    },
  })
  @UsePipes({ transform: () => seen.push('pipe') })
  interceptor(_word: string) {
    seen.push('body');
  }

  @Tool({ description: 'Waits in its pipe' })
  @UsePipes({ transform: () => thinking.promise })
  pipe(_word: string) {
    seen.push('body');
  }

  @Tool({ description: 'Has little time', timeoutMs: 5 })
  @UseGuards({ canActivate: () => thinking.promise })
  hurried() {
    seen.push('body');
  }
}

const start = async (name: string) => {
  const { chat, model } = await boot({
    script: [callsTools(toolCall(name, name === 'guard' || name === 'hurried' ? {} : { _word: 'x' })), 'End.'],
    providers: [Desk],
  });
  return { prompt: chat.prompt('Go').tools(Desk), model };
};

const agree = async (): Promise<void> => {
  thinking.resolve(true);
  for (let round = 0; round < 5; round++) await settled();
};

beforeEach(() => {
  seen.length = 0;
  thinking = deferred<boolean>();
});

describe.each(['guard', 'interceptor', 'pipe'])('a call whose turn is aborted during its %s', (name) => {
  it('never starts, and no filter answers for it', async () => {
    const { prompt } = await start(name);
    const leaving = new AbortController();
    const answer = prompt.signal(leaving.signal).call().content();
    await settled();
    leaving.abort(new Error('gone'));
    await expect(answer).rejects.toMatchObject({ cause: { message: 'gone' } });
    await agree();
    expect(seen).toEqual([]);
  });

  it('never starts in a stream', async () => {
    const { prompt } = await start(name);
    const parts = prompt.stream()[Symbol.asyncIterator]();
    let part = await parts.next();
    while (!part.done && part.value.type !== 'tool-call') part = await parts.next();
    const next = parts.next().catch(() => {});
    await settled();
    await parts.return?.();
    await next;
    await agree();
    expect(seen).toEqual([]);
  });
});

describe('a call whose time limit passes during its guard', () => {
  it('never starts, and its filters do not answer', async () => {
    const { prompt, model } = await start('hurried');
    await prompt.call().content();
    await agree();
    expect(JSON.stringify(model.prompts.at(-1))).toContain('did not end within 5 ms');
    expect(seen).toEqual([]);
  });
});
