import { describe, expect, it } from 'vitest';
import { applyDecorators, Injectable, SetMetadata } from '@nestjs/common';
import { Tool, ToolApprovalStrategy, Tools } from 'toolgate';
import { callsTools, toolCall } from 'toolgate/testing';
import { JsonToolCallResultConverter, methodTool, type ToolDefaults } from 'toolgate/tool';
import { boot, lastResults, lastTexts, settled } from '../story.fixture.js';

@Injectable()
class Shouting extends JsonToolCallResultConverter {
  override convert(result: unknown, toolName: string) {
    const output = super.convert(result, toolName);
    return output.type === 'text' ? { ...output, text: `${output.text}!` } : output;
  }
}

@Injectable()
@Tools({ prefix: 'orders_', requiresApproval: true, resultConverter: Shouting, maxResultLength: 20, timeoutMs: 250 })
class Orders {
  readonly refunded: string[] = [];

  @Tool({ description: 'Find an order', requiresApproval: false, timeoutMs: 60_000 })
  async find(orderNumber: string) {
    await settled();
    return `Order ${orderNumber}`;
  }

  @Tool({ description: 'Refund an order' })
  refund(orderNumber: string) {
    this.refunded.push(orderNumber);
  }

  @Tool({ description: 'Everything', requiresApproval: false, maxResultLength: Infinity })
  all() {
    return 'x'.repeat(50);
  }

  @Tool({ description: 'Something', requiresApproval: false })
  some() {
    return 'x'.repeat(50);
  }

  @Tool({ description: 'Waits', requiresApproval: false })
  wait() {
    return new Promise(() => {});
  }
}

const reject = { provide: ToolApprovalStrategy, useValue: ToolApprovalStrategy.alwaysReject('not today') };

const start = (...calls: readonly ReturnType<typeof toolCall>[]) =>
  boot({ script: [callsTools(...calls), 'End.'], providers: [Orders, Shouting, reject] });

describe('the tool options of a class', () => {
  it('decide which tools require approval', async () => {
    const { chat, model, app } = await start(
      toolCall('orders_find', { orderNumber: 'A-1' }),
      toolCall('orders_refund', { orderNumber: 'A-1' }),
    );
    await chat.prompt('Go').tools(Orders).call().content();
    expect(lastTexts(model)).toEqual(['Order A-1!', 'Tool execution was denied: not today']);
    expect(app.get(Orders).refunded).toEqual([]);
  });

  it('include the result converter, the result length and the timeout', async () => {
    const { chat, model } = await start(toolCall('orders_all'), toolCall('orders_some'), toolCall('orders_wait'));
    await chat.prompt('Go').tools(Orders).call().content();
    expect(lastTexts(model)).toEqual([
      `${'x'.repeat(50)}!`,
      `${'x'.repeat(20)}\n[Cut: these are the first 20 of 51 characters.]`,
      expect.stringContaining('did not end within 250 ms'),
    ]);
  });

  it('include a name prefix, so that two classes may have methods of the same name', async () => {
    @Tools({ prefix: 'invoices_' })
    class Invoices {
      @Tool({ description: 'Find an invoice' })
      find(id: string) {
        return `Invoice ${id}`;
      }
    }
    const { chat, model } = await boot({
      script: [callsTools(toolCall('invoices_find', { id: '7' }), toolCall('find', {})), 'End.'],
      providers: [Orders, Shouting, Invoices],
    });
    await chat.prompt('Go').tools(Orders, 'invoices_find').call().content();
    expect(lastTexts(model)).toEqual(['Invoice 7', expect.stringContaining('There is no tool "find"')]);
  });

  it('apply to an instance that a prompt passes, and to a method without @Tool()', async () => {
    @Tools({ requiresApproval: true })
    class Desk {
      @Tool({ description: 'Open' })
      open() {
        return 'open';
      }

      close() {
        return 'closed';
      }
    }
    const desk = new Desk();
    const { chat, model } = await boot({
      script: [callsTools(toolCall('open'), toolCall('close')), 'End.'],
      providers: [reject],
    });
    await chat.prompt('Go').tools(desk, methodTool(desk, 'close')).call().content();
    expect(lastResults(model).map(({ outcome }) => outcome.type)).toEqual(['denied', 'denied']);
  });
});

describe('the tool defaults of a module', () => {
  class Desk {
    @Tool({ description: 'Open' })
    open() {
      return 'open';
    }

    @Tool({ description: 'Look', requiresApproval: false })
    look() {
      return 'seen';
    }
  }
  @Tools({ requiresApproval: false })
  class Window {
    @Tool({ description: 'Wave' })
    wave() {
      return 'waved';
    }
  }
  const outcomes = async (defaults: ToolDefaults | undefined, desk: object) => {
    const { chat, model } = await boot({
      script: [callsTools(toolCall('open'), toolCall('look'), toolCall('wave')), 'End.'],
      providers: [reject, Window, { provide: Desk, useClass: Desk }],
      options: { toolCalling: { defaults } },
    });
    await chat.prompt('Go').tools(desk, Window).call().content();
    return lastResults(model).map(({ outcome }) => outcome.type);
  };

  it('are overridden by the options of a class and of a method', async () => {
    await expect(outcomes({ requiresApproval: true }, Desk)).resolves.toEqual(['denied', 'success', 'success']);
    await expect(outcomes({ requiresApproval: false }, Desk)).resolves.toEqual(['success', 'success', 'success']);
  });

  it('apply to an instance that a prompt passes, separately in each application', async () => {
    const desk = new Desk();
    for (const requiresApproval of [true, false, true]) {
      await expect(outcomes({ requiresApproval }, desk)).resolves.toEqual([
        requiresApproval ? 'denied' : 'success',
        'success',
        'success',
      ]);
    }
  });

  it('stop start-up if they have the wrong type', async () => {
    const defaults = { requiresApproval: 'yes' } as unknown as ToolDefaults;
    await expect(outcomes(defaults, Desk)).rejects.toThrow(
      'forRoot({ toolCalling: { defaults } }): `requiresApproval` is a string. Pass true or false, or leave it out.',
    );
  });
});

describe('a decorator of the application', () => {
  const Dangerous = (description: string) =>
    applyDecorators(Tool({ description, requiresApproval: true, tags: ['danger'] }), SetMetadata('danger', true));

  it('declares tools like @Tool()', async () => {
    @Injectable()
    class Servers {
      @Dangerous('Stop a server')
      stop(name: string) {
        return name;
      }
    }
    const { chat, model } = await boot({
      script: [callsTools(toolCall('stop', { name: 'db' })), 'End.'],
      providers: [Servers, reject],
    });
    await chat.prompt('Go').tools(Servers).call().content();
    expect(model.prompts[0]!.tools).toMatchObject([{ name: 'stop', description: 'Stop a server' }]);
    expect(lastTexts(model)).toEqual(['Tool execution was denied: not today']);
  });
});
