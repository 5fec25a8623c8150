import {
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  type PipeTransform,
  type Provider,
  Scope,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { Tool, ToolContext, ToolParam } from 'toolgate';
import type { JsonObject, ToolDefinition } from 'toolgate/model';
import {
  type Issues,
  type Prepared,
  type PreparedCall,
  prepareInput,
  provideFunctionTool,
  ToolCallback,
  type ToolCallResult,
  ToolInterceptor,
} from 'toolgate/tool';
import { z } from 'zod';

/** The state that all processes of a test share: the payments, and what happens before a body. */
export const outside = {
  paid: [] as string[],
  onTheWay: (): unknown => undefined,
};

@Injectable()
class StopsInGuard implements CanActivate {
  async canActivate(): Promise<boolean> {
    await outside.onTheWay();
    return true;
  }
}

@Injectable()
class StopsInPipe implements PipeTransform {
  async transform(value: unknown): Promise<unknown> {
    await outside.onTheWay();
    return value;
  }
}

@Injectable()
class StopsInInterceptor implements NestInterceptor {
  async intercept(_context: ExecutionContext, next: CallHandler) {
    await outside.onTheWay();
    return next.handle();
  }
}

/** Intercepts every tool, and stops before one of them. */
@Injectable()
class StopsAround extends ToolInterceptor {
  async intercept({ call }: PreparedCall, next: () => Promise<ToolCallResult>): Promise<ToolCallResult> {
    if (call.toolName === 'payInside' || call.toolName === 'payByObject') await outside.onTheWay();
    return next();
  }
}

const pay = (order: string): string => {
  outside.paid.push(order);
  return `Paid ${order}`;
};

@Injectable()
export class Bank {
  @Tool({ description: 'Pays', requiresApproval: true })
  @UseGuards(StopsInGuard)
  payGuarded(@ToolParam() order: string): string {
    return pay(order);
  }

  @Tool({ description: 'Pays, once for a key', requiresApproval: true, idempotent: true })
  @UseGuards(StopsInGuard)
  payOnceForKey(@ToolParam() order: string): string {
    return pay(order);
  }

  @Tool({ description: 'Pays', requiresApproval: true })
  @UsePipes(StopsInPipe)
  payPiped(@ToolParam() order: string): string {
    return pay(order);
  }

  @Tool({ description: 'Pays', requiresApproval: true })
  @UseInterceptors(StopsInInterceptor)
  payIntercepted(@ToolParam() order: string): string {
    return pay(order);
  }

  @Tool({ description: 'Pays', requiresApproval: true })
  payInside(@ToolParam() order: string): string {
    return pay(order);
  }

  @Tool({ description: 'Pays, and looks first', requiresApproval: true })
  async payWatchfully(@ToolParam() order: string, context: ToolContext): Promise<string> {
    await outside.onTheWay();
    context.throwIfAborted();
    return pay(order);
  }
}

const SLOWLY = 'SLOWLY';

@Injectable({ scope: Scope.REQUEST })
class ScopedBank {
  constructor(@Inject(SLOWLY) private readonly pay: (order: string) => string) {}

  @Tool({ description: 'Pays', requiresApproval: true })
  payScoped(@ToolParam() order: string): string {
    return this.pay(order);
  }
}

const slowly = {
  provide: SLOWLY,
  scope: Scope.REQUEST,
  useFactory: async () => {
    await outside.onTheWay();
    return pay;
  },
};

const isThere = async (): Promise<boolean> => {
  await outside.onTheWay();
  return true;
};

const payByFunction = provideFunctionTool('payByFunction', {
  description: 'Pays',
  requiresApproval: true,
  parameters: z.object({ order: z.string().refine(isThere) }),
  useFactory:
    () =>
    ({ order }) =>
      pay(order),
});

/** A tool as an object, without a `prepare`. */
class PayByObject extends ToolCallback {
  readonly definition: ToolDefinition;
  readonly metadata = { requiresApproval: true };

  constructor(name: string) {
    super();
    const inputSchema = { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] } as const;
    this.definition = { name, description: 'Pays', inputSchema };
  }

  async call(input: string): Promise<ToolCallResult> {
    const { order } = JSON.parse(input) as { order: string };
    return { output: { type: 'text', text: pay(order) }, outcome: { type: 'success' } };
  }
}

/** Wraps the body of another tool, and stops before it. */
class StopsInWrapper extends PayByObject {
  private readonly inner = new PayByObject('payByObject');

  override async prepare(input: JsonObject): Promise<Prepared | Issues> {
    const prepared = await prepareInput(this.inner, input);
    if (prepared.type === 'issues') return prepared;
    const run = async (context: ToolContext) => {
      await outside.onTheWay();
      return prepared.run(context);
    };
    return { ...prepared, run };
  }
}

const payByObject = { provide: 'payByObject', useFactory: () => new PayByObject('payByObject') };
const payWrapped = { provide: 'payWrapped', useFactory: () => new StopsInWrapper('payWrapped') };

/** Tools that pause before their bodies, each at another place. */
export const bank: Provider[] = [Bank, StopsAround, slowly, ScopedBank, payByFunction, payByObject, payWrapped];

/** Their names; the body of the last one has begun when it stops. */
export const WAYS = [
  'payGuarded',
  'payPiped',
  'payIntercepted',
  'payInside',
  'payScoped',
  'payByFunction',
  'payByObject',
  'payWrapped',
  'payWatchfully',
] as const;
