export { approvalsOpenApi, type ApprovalsOpenApiOptions, type OpenApiDocument } from './openapi/approvals-openapi.js';
export { type Principal, PrincipalResolver } from './principal/principal.resolver.js';
