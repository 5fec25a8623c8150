import { ValidationPipe } from '@nestjs/common';
import { ApprovalQueryDto } from './approval-query.dto.js';

/** Validates the query of `GET /approvals`. An unknown filter is an error, because ignoring it would list too much. */
export const approvalQueryPipe = new ValidationPipe({
  expectedType: ApprovalQueryDto,
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  stopAtFirstError: true,
});
