import { ValidationPipe } from '@nestjs/common';
import { ApprovalQueryDto } from './approval-query.dto.js';

/** Checks the query of `GET /approvals`; an unknown filter is refused, because ignoring it would list more than was wanted. */
export const approvalQueryPipe = new ValidationPipe({
  expectedType: ApprovalQueryDto,
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  stopAtFirstError: true,
});
