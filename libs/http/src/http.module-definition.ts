import { ConfigurableModuleBuilder, type DynamicModule } from '@nestjs/common';
import { checkInbox } from './inbox/options/options.js';
import type { InboxPlace } from './inbox/inbox.js';
import { EXTERNAL, INBOX_PLACE } from './options/http.constants.js';
import type { ApprovalsHttpExtras, ApprovalsHttpOptions } from './options/http-options.js';
import { checkExternal, checkPath } from './options/options.js';
import { controllersAt } from './routes/controllers.js';

const withExtras = (definition: DynamicModule, extras: ApprovalsHttpExtras): DynamicModule => {
  const path = checkPath(extras.path as string);
  const inbox = checkInbox(extras.inbox);
  const external = checkExternal(extras.external);
  const place: InboxPlace[] = inbox ? [{ path, inbox }] : [];
  return {
    ...definition,
    controllers: [...controllersAt(path, { external })],
    providers: [
      ...(definition.providers ?? []),
      ...place.map((useValue) => ({ provide: INBOX_PLACE, useValue })),
      { provide: EXTERNAL, useValue: external },
    ],
  };
};

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<ApprovalsHttpOptions>({
  moduleName: 'ApprovalsHttp',
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createApprovalsHttpOptions')
  .setExtras<ApprovalsHttpExtras>({ path: 'approvals', inbox: false, external: false }, withExtras)
  .build();
