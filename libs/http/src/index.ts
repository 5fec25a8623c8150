export type { ApprovalsHttpExtras, ApprovalsHttpOptions, ChangesOptions } from './options/http-options.js';
export { ApprovalsHttpModule } from './http.module.js';
export type { InboxOptions } from './inbox/options/inbox-options.js';
export { type DevelopmentPerson, developmentPrincipals } from './principal/development-principals.js';
export { approvalsOpenApi, type ApprovalsOpenApiOptions, type OpenApiDocument } from './openapi/approvals-openapi.js';
export { type Principal, PrincipalResolver } from './principal/principal.resolver.js';
