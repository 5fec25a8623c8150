import { type DynamicModule, Module, type NestModule, type OnModuleInit } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { SeamException, seamProvider, Seams } from 'toolgate/tool';
import { RequestBodies } from './body/request-bodies.js';
import { ChangeStreams } from './changes/change-streams.js';
import { Door } from './exchange/door.js';
import { Replies } from './reply/replies.js';
import { checkOptions } from './options/http-options.js';
import { HTTP_OPTIONS } from './options/http.constants.js';
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

/**
 * Serves approvals and runs over HTTP: lists, decisions, cancellations. The application authenticates each request
 * through its `PrincipalResolver`, and `ApprovalService` decides who may see and decide what.
 */
@Module({
  providers: [
    ChangeStreams,
    Door,
    Principals,
    Replies,
    RequestBodies,
    { provide: HTTP_OPTIONS, inject: [MODULE_OPTIONS_TOKEN], useFactory: checkOptions },
    seamProvider(PrincipalResolver, ['principal'], () => ({ fallback: refuseAll })),
  ],
  exports: [PrincipalResolver],
})
export class ApprovalsHttpModule extends ConfigurableModuleClass implements NestModule, OnModuleInit {
  /** Opens the door. Every option may be left out. */
  static override forRoot(options: Parameters<typeof ConfigurableModuleClass.forRoot>[0] = {}): DynamicModule {
    return super.forRoot(options);
  }

  constructor(
    private readonly modules: ModulesContainer,
    private readonly seams: Seams,
    private readonly bodies: RequestBodies,
  ) {
    super();
  }

  /** Nest calls it after it has registered its body parsers, and before it registers routes. */
  configure(): void {
    this.bodies.register();
  }

  onModuleInit(): void {
    this.assertOnce();
    if (!this.seams.isReplaced(PrincipalResolver)) throw new SeamException(NO_RESOLVER);
    this.bodies.findRoutes();
  }

  private assertOnce(): void {
    const doors = [...this.modules.values()].filter(({ metatype }) => metatype === ApprovalsHttpModule);
    if (doors.length === 1) return;
    throw new SeamException(
      `ApprovalsHttpModule is imported ${doors.length} times. Import ApprovalsHttpModule.forRoot() once.`,
    );
  }
}
