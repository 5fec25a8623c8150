import { Injectable } from '@nestjs/common';
import { ToolApprovalAuditor, type ToolApprovalEvent } from 'toolgate';
import { LineLogger } from 'toolgate/model';

/** Logs the decisions of the policy, without arguments. */
@Injectable()
export class DecisionLogAuditor extends ToolApprovalAuditor {
  private readonly logger = new LineLogger('SupportPolicy');

  decided({ outcome, tool, context, reason }: ToolApprovalEvent): void {
    const call = `${tool.definition.name} for ${context.data.tenant}`;
    this.logger.log(reason ? `${outcome} ${call}: ${reason}` : `${outcome} ${call}`);
  }
}
