import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import type { ApprovalQuery, ApprovalStatus } from 'toolgate/approval';

const STATUSES = Object.keys({
  PENDING: true,
  APPROVED: true,
  REJECTED: true,
  RESPONDED: true,
  EXPIRED: true,
  CANCELLED: true,
  LAPSED: true,
  REVOKED: true,
  EXECUTING: true,
  SUCCEEDED: true,
  FAILED: true,
  OUTCOME_UNKNOWN: true,
  ABANDONED: true,
} satisfies Record<ApprovalStatus, true>);

const MAX_LIMIT = 500;
const limit = { message: `limit must be a whole number from 1 to ${MAX_LIMIT}.` };

/** The query of `GET /approvals`. */
export class ApprovalQueryDto implements Pick<ApprovalQuery, 'status' | 'cursor' | 'limit'> {
  @IsOptional()
  @IsIn(STATUSES, { message: `status must be one of ${STATUSES.join(', ')}, in capital letters.` })
  readonly status?: ApprovalStatus;

  @IsOptional()
  @Matches(/^[one]-?\d{1,16}\.\d{1,15}$/, { message: 'cursor must be the cursor of the page before.' })
  readonly cursor?: string;

  /** The number of approvals on a page. */
  @IsOptional()
  @Type(() => Number)
  @IsInt(limit)
  @Min(1, limit)
  @Max(MAX_LIMIT, limit)
  readonly limit?: number;
}
