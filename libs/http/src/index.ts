export type { ApprovalsHttpExtras, ApprovalsHttpOptions, ChangesOptions } from './options/http-options.js';
export { ApprovalsHttpModule } from './http.module.js';
export type { InboxOptions } from './inbox/options/inbox-options.js';
export { type DevelopmentPerson, developmentPrincipals } from './principal/development-principals.js';
export { approvalsOpenApi, type ApprovalsOpenApiOptions, type OpenApiDocument } from './openapi/approvals-openapi.js';
export { type Principal, PrincipalResolver } from './principal/principal.resolver.js';
export { AgUi, type AgUiAgent, type AgUiPerson } from './chat/ag-ui/ag-ui.js';
export { AgUiRun } from './chat/ag-ui/ag-ui-run.decorator.js';
export type {
  AgUiContent,
  AgUiContentPart,
  AgUiEvent,
  AgUiInterrupt,
  AgUiOutcome,
  AgUiTokenUsage,
} from './chat/ag-ui/ag-ui-event.js';
export { type AgUiMessage, agUiStream, type AgUiStreamOptions, type AgUiTurn } from './chat/ag-ui/ag-ui-stream.js';
export { agUiCapabilities } from './chat/ag-ui/capabilities.js';
export type { AnswerTerms } from './chat/ag-ui/interrupt.js';
