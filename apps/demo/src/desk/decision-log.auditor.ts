import { Injectable, Logger } from '@nestjs/common';
import { ToolApprovalAuditor, type ToolApprovalEvent } from 'toolgate';

/** Writes to the log what the policy decided. */
@Injectable()
export class DecisionLogAuditor extends ToolApprovalAuditor {
  private readonly logger = new Logger('SupportPolicy');

  decided({ outcome, tool, args, context, reason }: ToolApprovalEvent): void {
    const call = `${tool.definition.name} ${JSON.stringify(args)} for ${context.data.tenant}`;
    this.logger.log(reason ? `${outcome} ${call}: ${reason}` : `${outcome} ${call}`);
  }
}
