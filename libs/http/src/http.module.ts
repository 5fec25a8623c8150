import {
  type DynamicModule,
  Inject,
  type MiddlewareConsumer,
  Module,
  type NestModule,
  type OnModuleInit,
} from '@nestjs/common';
import { seamProvider, Seams } from '#core';
import { ModulesContainer } from '@nestjs/core';
import { ApprovalStore } from 'toolgate/approval';
import { SeamException } from 'toolgate/tool';
import { RequestBodies } from './body/request-bodies.js';
import { AgUi } from './chat/ag-ui/ag-ui.js';
import { ChangeStreams } from './changes/change-streams.js';
import { ChatDoor } from './chat/shared/chat-door.js';
import { UiChat } from './chat/ui-chat/ui-chat.js';
import { Door } from './exchange/door.js';
import { Inbox } from './inbox/inbox.js';
import { Replies } from './reply/replies.js';
import { checkOptions } from './options/options.js';
import { Applications } from './external/applications.js';
import { checkApplications } from './external/check-applications.js';
import { ExternalDoor } from './external/external-door.js';
import type { ApprovalsHttpOptions } from './options/http-options.js';
import { APPLICATIONS, DOOR_SEAMS, EXTERNAL, HTTP_OPTIONS } from './options/http.constants.js';
import { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } from './http.module-definition.js';
import { PrincipalResolver } from './principal/principal.resolver.js';
import { Principals } from './principal/principals.js';

const refuseAll = (): PrincipalResolver => ({
  principal: () => {
    throw new SeamException(NO_RESOLVER);
  },
});

const NO_RESOLVER =
  'ApprovalsHttpModule has no PrincipalResolver, so it cannot identify the person of a request. Provide PrincipalResolver in any module, or developmentPrincipals([...]) on your own machine.';

const NO_STORE =
  'ApprovalsHttpModule has no ApprovalStore, so it has no approvals to serve. Import SqlModule, or provide ApprovalStore.';

const refusePlainImport = (): never => {
  throw new SeamException(
    'ApprovalsHttpModule is imported without forRoot(). Write ApprovalsHttpModule.forRoot() in the imports of the module.',
  );
};

const requireSeams = (seams: Seams | undefined): Seams => {
  if (seams) return seams;
  throw new SeamException(
    'ApprovalsHttpModule is imported without ToolgateModule. Write ToolgateModule.forRoot({ model }) in the imports of the application.',
  );
};

const applicationsOf = (isOn: boolean, { applications }: ApprovalsHttpOptions) => checkApplications(isOn, applications);

/**
 * Serves approvals and runs over HTTP: lists, decisions, cancellations. The application authenticates each request
 * through its `PrincipalResolver`, and `ApprovalService` decides who may see and decide what.
 */
@Module({
  providers: [
    AgUi,
    ChangeStreams,
    ChatDoor,
    Door,
    Inbox,
    Principals,
    Replies,
    RequestBodies,
    UiChat,
    // The provider of forRoot() and forRootAsync() replaces this one.
    { provide: MODULE_OPTIONS_TOKEN, useFactory: refusePlainImport },
    { provide: DOOR_SEAMS, inject: [{ token: Seams, optional: true }], useFactory: requireSeams },
    Applications,
    ExternalDoor,
    { provide: APPLICATIONS, inject: [EXTERNAL, HTTP_OPTIONS], useFactory: applicationsOf },
    { provide: EXTERNAL, useValue: false },
    { provide: HTTP_OPTIONS, inject: [MODULE_OPTIONS_TOKEN], useFactory: checkOptions },
    {
      ...seamProvider(PrincipalResolver, ['principal'], () => ({ fallback: refuseAll, refuseBareSubclass: true })),
      inject: [DOOR_SEAMS],
    },
  ],
  exports: [AgUi, PrincipalResolver, UiChat],
})
export class ApprovalsHttpModule extends ConfigurableModuleClass implements NestModule, OnModuleInit {
  /** Opens the door. Every option may be left out. */
  static override forRoot(options: Parameters<typeof ConfigurableModuleClass.forRoot>[0] = {}): DynamicModule {
    return super.forRoot(options);
  }

  constructor(
    private readonly modules: ModulesContainer,
    @Inject(DOOR_SEAMS) private readonly seams: Seams,
    private readonly bodies: RequestBodies,
    private readonly inbox: Inbox,
  ) {
    super();
  }

  /** Nest calls this method after it has registered its body parsers, and before it registers routes. */
  configure(consumer: MiddlewareConsumer): void {
    this.bodies.register();
    this.inbox.register(consumer, ApprovalsHttpModule);
  }

  onModuleInit(): void {
    this.assertOnce();
    if (!this.seams.isReplaced(PrincipalResolver)) throw new SeamException(NO_RESOLVER);
    this.assertResolver();
    if (!this.seams.isReplaced(ApprovalStore)) throw new SeamException(NO_STORE);
    this.bodies.findRoutes();
  }

  private assertResolver(): void {
    const { principal } = this.seams.effective(PrincipalResolver);
    if (typeof principal === 'function') return;
    throw new SeamException(
      `${this.seams.nameOf(PrincipalResolver)} is provided as PrincipalResolver, and has no method principal(). Add principal(request), which returns the person of a request.`,
    );
  }

  private assertOnce(): void {
    const doors = [...this.modules.values()].filter(({ metatype }) => metatype === ApprovalsHttpModule);
    if (doors.length === 1) return;
    throw new SeamException(
      `ApprovalsHttpModule is imported ${doors.length} times. Import ApprovalsHttpModule.forRoot() once.`,
    );
  }
}
