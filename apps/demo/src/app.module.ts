import { Module, ValidationPipe } from '@nestjs/common';
import { APP_GUARD, APP_PIPE } from '@nestjs/core';
import { ToolgateModule } from 'toolgate';
import { ApprovalsHttpModule, developmentPrincipals } from 'toolgate/http';
import { ToolSearchModule } from 'toolgate/tool-search';
import { ChatModule } from './chat/chat.module.js';
import { DatabaseModule } from './database/database.module.js';
import { supportModel } from './model/support-model.js';
import { PageModule } from './page/page.module.js';
import { CUSTOMERS } from './people/customers.js';
import { DESK_PEOPLE } from './people/desk-people.js';
import { StaffGuard } from './people/staff.guard.js';
import { SavedChats } from './support/saved-chats.js';
import { SupportController } from './support/support.controller.js';
import { WAREHOUSE } from './warehouse/warehouse-secret.js';
import { TelemetryModule } from './telemetry/telemetry.module.js';

const SYSTEM =
  'You work at the support desk of a shop. Use the tools to do what you are asked, and to look up what you need for it. ' +
  'Say what was done, as the results of the tools tell it: a person may have changed what you asked for. ' +
  'When a call was denied or failed, give the reason and do not try again.';

/** The support desk. */
@Module({
  imports: [
    ToolgateModule.forRootAsync({
      useFactory: () => ({
        model: supportModel(process.env),
        client: { system: SYSTEM },
        memory: true,
        approval: {
          expiresInMs: Number(process.env.APPROVAL_EXPIRES_IN_MS) || undefined,
          // Short, so that the run of a killed process resumes after seconds.
          leaseMs: 5000,
          notices: { inboxUrl: `http://localhost:${process.env.PORT || 3000}/approvals/inbox` },
        },
      }),
    }),
    // Off, unless TOOLGATE_TOOL_SEARCH_ENABLED is true.
    ToolSearchModule,
    DatabaseModule,
    ChatModule,
    // Serves /approvals for the people of the desk, and the page on which they decide, also in the frame of the demo.
    // The warehouse, another process without a store, has its calls decided here.
    ApprovalsHttpModule.forRoot({
      inbox: { name: 'Support desk', color: '#0f766e', frameAncestors: ['self'] },
      external: true,
      applications: [WAREHOUSE],
    }),
    PageModule,
    TelemetryModule,
  ],
  // Beside the module of the door, which provides the chat of the stock clients.
  controllers: [SupportController],
  providers: [
    developmentPrincipals([...DESK_PEOPLE, ...CUSTOMERS]),
    SavedChats,
    { provide: APP_GUARD, useClass: StaffGuard },
    { provide: APP_PIPE, useValue: new ValidationPipe({ whitelist: true }) },
  ],
})
export class AppModule {}
