// #region declare
import { Injectable, Module } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { optionsFromEnvironment, Tool, ToolgateModule } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

@Injectable()
class Orders {
  @Tool({ description: 'Find an order' })
  findOrder() {
    return 'Order A-1';
  }
}

const settings = () => ({ TOOLGATE_LIMITS_CALLS_PER_TOOL: '2', TOOLGATE_LIMITS_ROUNDS: '10' });
const model = new ScriptedChatModel(Array(5).fill(callsTools(toolCall('findOrder', {}))));

@Module({
  imports: [
    ConfigModule.forRoot({ isGlobal: true, load: [settings] }),
    ToolgateModule.forRootAsync({
      inject: [ConfigService],
      useFactory: (config: ConfigService) => ({
        ...optionsFromEnvironment((key) => config.get(key)),
        model,
        client: { system: 'You work for a shop.' },
      }),
    }),
  ],
  providers: [Orders],
})
class AppModule {}
// #endregion
import { Test } from '@nestjs/testing';
import { ChatClient } from 'toolgate';

export const run = async (): Promise<unknown> => {
  const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
  const chat = app.get(ChatClient);
  const { finishReason, message } = await chat.prompt('Find A-1').tools(Orders).call().chatResponse();
  return { finishReason: finishReason.unified, content: message.content };
};
