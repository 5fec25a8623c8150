// #region guard
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ToolArgumentsHost } from 'toolgate';

const Roles = (...roles: readonly string[]) => SetMetadata('roles', roles);

const callerOf = (context: ExecutionContext): { name: string; role: string } => {
  if (context.getType<string>() === 'tool') return ToolArgumentsHost.create(context).getContext().data['user'] as never;
  return context.switchToHttp().getRequest<{ user: { name: string; role: string } }>().user;
};

@Injectable()
class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const roles = this.reflector.getAllAndOverride<string[]>('roles', [context.getHandler(), context.getClass()]);
    return roles.includes(callerOf(context).role);
  }
}

const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext) => callerOf(context));
// #endregion
import {
  type ArgumentsHost,
  BadRequestException,
  Body,
  type CallHandler,
  Catch,
  Controller,
  type ExceptionFilter,
  Module,
  type NestInterceptor,
  Param,
  ParseIntPipe,
  Post,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { IsPositive } from 'class-validator';
import { map } from 'rxjs';
import { ChatClient, Tool, ToolgateModule } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

class RefundDto {
  @IsPositive()
  amount!: number;
}

// #region around
@Injectable()
class Enveloped implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(map((result: string) => ({ result })));
  }
}

@Catch(BadRequestException)
class Apologies implements ExceptionFilter {
  catch(error: BadRequestException, host: ArgumentsHost) {
    if (host.getType<string>() !== 'tool') throw error;
    return `${ToolArgumentsHost.create(host).getTool().definition.name} is sorry: ${error.message}`;
  }
}
// #endregion

// #region controller
@Controller('orders')
@UseGuards(RolesGuard)
@Roles('agent', 'lead')
class Orders {
  @Post(':id/refunds')
  @Tool({ description: 'Refund an order' })
  @UseInterceptors(Enveloped)
  @UseFilters(Apologies)
  refund(
    @Param('id', ParseIntPipe) orderId: number,
    @Body() request: RefundDto,
    @CurrentUser() user: { name: string },
  ): string {
    if (request.amount > 500) throw new BadRequestException('500 at most');
    return `${user.name} refunded ${request.amount} of ${orderId}`;
  }

  @Tool({ description: 'Close an order' })
  @Roles('lead')
  close(orderId: number): string {
    return `Closed ${orderId}`;
  }
}
// #endregion

export const run = async (): Promise<unknown> => {
  const model = new ScriptedChatModel([
    callsTools(
      toolCall('refund', { orderId: 1042, request: { amount: 40 } }),
      toolCall('refund', { orderId: 1042, request: { amount: 900 } }),
      toolCall('close', { orderId: 1042 }),
    ),
    'Done.',
  ]);
  // #region module
  @Module({
    imports: [ToolgateModule.forRoot({ model, toolCalling: { globalEnhancers: true } })],
    controllers: [Orders],
  })
  class AppModule {}
  // #endregion
  const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
  await app.init();
  const chat = app.get(ChatClient);
  const user = { name: 'Ada', role: 'agent' };
  // #region use
  await chat.prompt('Refund order 1042 and close it').tools(Orders).toolContext({ user }).call().content();
  // #endregion
  const results = model.prompts[1]!.messages.at(-1)!;
  return results.role === 'tool' && results.content.map(({ output, outcome }) => [outcome.type, output]);
};
