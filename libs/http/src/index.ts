export type { ApprovalsHttpExtras, ApprovalsHttpOptions, ChangesOptions } from './options/http-options.js';
export { ApprovalsHttpModule } from './http.module.js';
export { newApplicationSecret } from './external/application-secret.js';
export type { ExternalApplication } from './options/external-application.js';
export { isExternalRoute } from './external/is-external-route.js';
export { isFrontDoorRoute } from './routes/is-front-door-route.js';
export type { InboxOptions } from './inbox/options/inbox-options.js';
export { type DevelopmentPerson, developmentPrincipals } from './principal/development-principals.js';
export { approvalsOpenApi, type ApprovalsOpenApiOptions, type OpenApiDocument } from './openapi/approvals-openapi.js';
export { type Principal, PrincipalResolver } from './principal/principal.resolver.js';
export { approvalRef, readApprovalRef, type ShownApproval } from './chat/shared/approval-ref.js';
export type { UiMessage, UiMessagePart, UiToolPart } from './chat/ui-message-stream/ui-message.js';
export type {
  ApprovalDescriptor,
  UiFinishReason,
  UiMessageChunk,
  UiMessageMetadata,
  WaitingOutput,
} from './chat/ui-message-stream/ui-message-chunk.js';
export { type ReaderPart, UiMessageEncoder, type UiMessageStart } from './chat/ui-message-stream/ui-message-encoder.js';
export {
  UI_MESSAGE_STREAM_HEADER,
  type UiMessageEvent,
  uiMessageStream,
} from './chat/ui-message-stream/ui-message-stream.js';
export { type SavedTurn, uiMessages } from './chat/ui-message-stream/ui-messages.js';
export { ChatBody } from './chat/shared/chat-body.js';
export type { UiChatAgent, UiChatPerson } from './chat/ui-chat/ui-chat-agent.js';
export { UiChat } from './chat/ui-chat/ui-chat.js';
export { UiChatController } from './chat/ui-chat/ui-chat.controller.js';
export { AgUi, type AgUiAgent, type AgUiPerson } from './chat/ag-ui/ag-ui.js';
export { AgUiRun } from './chat/ag-ui/ag-ui-run.decorator.js';
export type { AgUiKnown } from './chat/ag-ui/ag-ui-known.js';
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
export { slackFormat, type SlackMessage } from './webhook/slack-format.js';
export { InMemorySeenWebhooks, SeenWebhooks } from './webhook/seen-webhooks.js';
export { verifyWebhook, type VerifyWebhookOptions, type WebhookDelivery } from './webhook/verify-webhook.js';
export { WebhookChannel } from './webhook/webhook.channel.js';
export { WebhookDeliveryException, type WebhookProblem, WebhookRefusedException } from './webhook/webhook.errors.js';
export type { WebhookEvent } from './webhook/webhook-event.js';
export type { WebhookOptions } from './webhook/webhook-options.js';
export type { WebhookSecret } from './webhook/webhook-secret.js';
export type { AnswerTerms } from './chat/ag-ui/interrupt.js';
