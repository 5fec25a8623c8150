import { SEAM } from 'toolgate/model';
import type { ToolCallingManager } from 'toolgate/tool';
import type { ToolAdvisor } from '../contract/advisor.js';
import { ToolCallingAdvisor, type ToolCallingAdvisorOptions } from './tool-calling.advisor.js';

/** The seam that creates the tool-calling advisor of clients without a `ToolAdvisor` of their own. */
export abstract class ToolAdvisorFactory {
  static readonly [SEAM]: string = 'ToolAdvisorFactory';

  /** Creates the advisor of a client; called again when its chain changes. */
  abstract create(client: string, manager: ToolCallingManager, options: ToolCallingAdvisorOptions): ToolAdvisor;
}

/** Creates a `ToolCallingAdvisor` for clients without a loop of their own. */
export class ToolCallingAdvisorFactory extends ToolAdvisorFactory {
  create(_client: string, manager: ToolCallingManager, options: ToolCallingAdvisorOptions): ToolAdvisor {
    return new ToolCallingAdvisor(manager, options);
  }
}
