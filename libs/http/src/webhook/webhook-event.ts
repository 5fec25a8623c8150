import type { ApprovalNotice, NoticeKind } from 'toolgate/approval';

/** The body of a webhook: a notice as a CloudEvent in JSON. */
export interface WebhookEvent {
  readonly specversion: '1.0';
  /** The id of the notice: the same in each delivery of it. */
  readonly id: string;
  readonly source: string;
  readonly type: `toolgate.approval.${NoticeKind}`;
  /** The id of the approval, or of the run. */
  readonly subject: string;
  /** When it happened, in ISO 8601. */
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly data: ApprovalNotice;
}

/** The media type of a CloudEvent in JSON. */
export const CLOUD_EVENT = 'application/cloudevents+json; charset=utf-8';

/** Converts a notice to the body of a webhook. */
export const webhookEvent = (notice: ApprovalNotice, source: string): WebhookEvent => {
  const { id, kind, approvalId, runId, at } = notice;
  const about = { specversion: '1.0', id, source, type: `toolgate.approval.${kind}` } as const;
  return { ...about, subject: approvalId ?? runId, time: at, datacontenttype: 'application/json', data: notice };
};
