import { Injectable } from '@nestjs/common';
import { ToolApprovalAuditor, type ToolApprovalEvent } from 'toolgate';
import { LineLogger } from 'toolgate/model';

/** Writes to the log what the policy decided; arguments stay out of it. */
@Injectable()
export class DecisionLogAuditor extends ToolApprovalAuditor {
  private readonly logger = new LineLogger('SupportPolicy');

  decided({ outcome, tool, context, reason }: ToolApprovalEvent): void {
    const call = `${tool.definition.name} for ${context.data.tenant}`;
    this.logger.log(reason ? `${outcome} ${call}: ${reason}` : `${outcome} ${call}`);
  }
}
