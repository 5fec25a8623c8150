import { ConfigurableModuleBuilder, type DynamicModule } from '@nestjs/common';
import { checkInbox } from './inbox/options/options.js';
import type { InboxPlace } from './inbox/inbox.js';
import { INBOX_PLACE } from './options/http.constants.js';
import type { ApprovalsHttpExtras, ApprovalsHttpOptions } from './options/http-options.js';
import { checkPath } from './options/options.js';
import { controllersAt } from './routes/controllers.js';

const withExtras = (definition: DynamicModule, extras: ApprovalsHttpExtras): DynamicModule => {
  const path = checkPath(extras.path as string);
  const inbox = checkInbox(extras.inbox);
  const place: InboxPlace[] = inbox ? [{ path, inbox }] : [];
  return {
    ...definition,
    controllers: [...controllersAt(path)],
    providers: [...(definition.providers ?? []), ...place.map((useValue) => ({ provide: INBOX_PLACE, useValue }))],
  };
};

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<ApprovalsHttpOptions>({
  moduleName: 'ApprovalsHttp',
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createApprovalsHttpOptions')
  .setExtras<ApprovalsHttpExtras>({ path: 'approvals', inbox: false }, withExtras)
  .build();
