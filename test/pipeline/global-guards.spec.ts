import { describe, expect, it } from '@jest/globals';
import { type CanActivate, Controller, Get, Injectable } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Tool } from 'toolgate';
import { boot } from '../story.fixture.js';

@Injectable()
class Never implements CanActivate {
  canActivate() {
    return false;
  }
}

@Controller('orders')
class Orders {
  @Get()
  @Tool({ description: 'Lists orders' })
  list() {
    return [];
  }
}

@Injectable()
class Own {
  @Tool({ description: 'Counts' })
  count() {
    return 1;
  }
}

const GUARD = { provide: APP_GUARD, useClass: Never };
const AROUND = { toolCalling: { globalEnhancers: true } };

describe('global guards', () => {
  it('are named in the log where they guard the routes of a controller and not its tools', async () => {
    const { logs } = await boot({ controllers: [Orders], providers: [GUARD] });
    expect(logs.join()).toContain('run for the routes of its controllers but not for their tools: Orders.list.');
  });

  it.each([
    ['they stand around tools, too', { controllers: [Orders], providers: [GUARD], options: AROUND }],
    ['there are none', { controllers: [Orders] }],
    ['no controller has a tool', { providers: [GUARD, Own] }],
  ])('are not, where %s', async (_, story) => {
    const { logs } = await boot(story);
    expect(logs.join()).not.toContain('global guards');
  });

  it('are never left out by an instance that a request brings', async () => {
    const { chat } = await boot({ providers: [GUARD], options: AROUND });
    await expect(chat.prompt('Go').tools(new Own()).call().content()).rejects.toThrow(
      'Own is not a provider of this application, so the global guards that globalEnhancers requires cannot run for it.',
    );
  });
});
