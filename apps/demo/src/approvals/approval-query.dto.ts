import { IsOptional, IsString, Matches } from 'class-validator';
import type { ApprovalStatus } from 'toolgate/approval';

/** The query of `GET /approvals`. */
export class ApprovalQueryDto {
  @IsOptional()
  @IsString()
  readonly status?: ApprovalStatus;

  /** What the page before ended with. */
  @IsOptional()
  @Matches(/^\d{1,15}$/)
  readonly cursor?: string;
}
