import { Module, ValidationPipe } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { ToolgateModule } from 'toolgate';
import { SqlModule } from 'toolgate/sql';
import { ChatModule } from './chat/chat.module.js';
import { supportModel } from './model/support-model.js';

const SYSTEM =
  'You work at the support desk of a shop. Use the tools to do what you are asked, and to look up what you need for it. ' +
  'Say what was done. When a call was denied or failed, give the reason and do not try again.';

/** The support desk. */
@Module({
  imports: [
    ToolgateModule.forRootAsync({
      useFactory: () => ({ model: supportModel(process.env), client: { system: SYSTEM }, memory: true }),
    }),
    SqlModule.forRootAsync({
      useFactory: () => ({ sqlite: { file: process.env.TOOLGATE_DATABASE || 'toolgate-demo.sqlite' } }),
    }),
    ChatModule,
  ],
  providers: [{ provide: APP_PIPE, useValue: new ValidationPipe({ whitelist: true }) }],
})
export class AppModule {}
