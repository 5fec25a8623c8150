import { describe, expect, it } from 'vitest';
import { type CanActivate, Controller, Get, Injectable, SetMetadata } from '@nestjs/common';
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

/** What `@Resolver()` writes to a class. */
@SetMetadata('__entryProvider__', true)
@Injectable()
class Customers {
  @Tool({ description: 'Finds a customer' })
  find() {
    return 'Ann';
  }
}

const GUARD = { provide: APP_GUARD, useClass: Never };
const AROUND = { toolCalling: { globalEnhancers: true } };

describe('global guards', () => {
  it('cause a warning if they run for the routes of a controller but not for its tools', async () => {
    const { logs } = await boot({ controllers: [Orders], providers: [GUARD] });
    expect(logs.join()).toContain(
      'run for the routes of its controllers and resolvers but not for their tools: Orders.list.',
    );
  });

  it('cause the same warning for a resolver of GraphQL', async () => {
    const { logs } = await boot({ providers: [GUARD, Customers] });
    expect(logs.join()).toContain('but not for their tools: Customers.find.');
  });

  it.each([
    ['they run for tools too', { controllers: [Orders], providers: [GUARD], options: AROUND }],
    ['the application has none', { controllers: [Orders] }],
    ['no controller has a tool', { providers: [GUARD, Own] }],
  ])('cause no warning if %s', async (_, story) => {
    const { logs } = await boot(story);
    expect(logs.join()).not.toContain('global guards');
  });

  it('cannot be bypassed by an instance that a request passes', async () => {
    const { chat } = await boot({ providers: [GUARD], options: AROUND });
    await expect(chat.prompt('Go').tools(new Own()).call().content()).rejects.toThrow(
      'Own is not a provider of this application, so the global guards that globalEnhancers requires cannot run for it.',
    );
  });
});
