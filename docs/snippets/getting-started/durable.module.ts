import { openai } from '@ai-sdk/openai';
import { Module } from '@nestjs/common';
import { HumanApprovalStrategy, ToolgateModule } from 'toolgate';
import { aiSdkChatModel } from 'toolgate/ai-sdk';
import { ApprovalsHttpModule, PrincipalResolver } from 'toolgate/http';
import { Approvers, ChatController, Orders, Users } from './approval.module.js';
// #region durable
import { SqlModule } from 'toolgate/sql';

@Module({
  imports: [
    ToolgateModule.forRoot({
      model: aiSdkChatModel(openai('gpt-5-mini')),
      client: { tools: [Orders] },
      approval: {
        strategy: new HumanApprovalStrategy({ requirement: { fourEyes: true } }),
        requester: new Users(),
        requireCoverage: true,
      },
    }),
    SqlModule.forRoot({ sqlite: { file: 'shop.db' } }),
    ApprovalsHttpModule.forRoot(),
  ],
  controllers: [ChatController],
  providers: [Orders, { provide: PrincipalResolver, useClass: Approvers }],
})
export class AppModule {}
// #endregion
