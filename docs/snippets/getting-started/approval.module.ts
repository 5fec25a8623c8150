// #region approval
import { openai } from '@ai-sdk/openai';
import {
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  ForbiddenException,
  Get,
  Headers,
  Injectable,
  Module,
  Param,
  Post,
  UnauthorizedException,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import {
  ApprovalExceptionFilter,
  ApprovalService,
  ChatClient,
  HumanApprovalStrategy,
  InMemoryApprovalStore,
  RequesterResolver,
  Tool,
  ToolApprovalPendingFilter,
  type ToolContext,
  ToolgateModule,
  ToolParam,
} from 'toolgate';
import { aiSdkChatModel } from 'toolgate/ai-sdk';
import { ApprovalsHttpModule, PrincipalResolver } from 'toolgate/http';

@Injectable()
class Orders {
  @Tool({ description: 'Look an order up by its number' })
  findOrder(@ToolParam({ description: 'Order number, such as A-1042' }) orderNumber: string) {
    return { orderNumber, status: 'delivered', amount: 80 };
  }

  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(orderNumber: string, amount: number) {
    console.log(`Refunding ${amount} of ${orderNumber}`);
    return { refunded: amount };
  }
}

// Answers 401 without the header that names the user. Use your authentication instead.
@Injectable()
class SignedIn implements CanActivate {
  canActivate(context: ExecutionContext) {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, unknown> }>();
    if (!headers['x-user']) throw new UnauthorizedException('Send the header x-user.');
    return true;
  }
}

// Names the user on whose behalf a turn runs.
@Injectable()
class Users extends RequesterResolver {
  identify({ data }: ToolContext<{ user: string }>) {
    return { id: data.user };
  }

  rehydrate() {
    return { type: 'present' } as const;
  }
}

// Names the person who lists or decides approvals.
@Injectable()
class Approvers extends PrincipalResolver {
  principal({ headers }: { headers: Record<string, unknown> }) {
    return headers['x-user'] ? { approver: { id: String(headers['x-user']) } } : undefined;
  }
}

@Controller()
@UseGuards(SignedIn)
@UseFilters(ToolApprovalPendingFilter, ApprovalExceptionFilter)
class ChatController {
  constructor(
    private readonly chat: ChatClient,
    private readonly approvals: ApprovalService,
  ) {}

  @Post('chat')
  async ask(@Body('message') message: unknown, @Headers('x-user') user: string) {
    return { answer: await this.chat.prompt(String(message)).toolContext({ user }).call().content() };
  }

  @Get('runs/:id')
  async answer(@Param('id') id: string, @Headers('x-user') user: string) {
    const { requester } = await this.approvals.runs.get(id, { tenant: 'default' });
    if (requester.id !== user) throw new ForbiddenException('The answer belongs to the user who asked.');
    return { answer: await this.chat.resume(id).call().content() };
  }
}

@Module({
  imports: [
    ToolgateModule.forRoot({
      model: aiSdkChatModel(openai('gpt-5-mini')),
      client: { tools: [Orders] },
      approval: {
        strategy: new HumanApprovalStrategy({ requirement: { fourEyes: true } }),
        store: new InMemoryApprovalStore(),
        requester: new Users(),
        requireCoverage: true,
      },
    }),
    ApprovalsHttpModule.forRoot(),
  ],
  controllers: [ChatController],
  providers: [Orders, { provide: PrincipalResolver, useClass: Approvers }],
})
export class AppModule {}
// #endregion
export { Approvers, ChatController, Orders, Users };
