import { SEAM } from 'toolgate/model';
import type { ToolCallingManager } from 'toolgate/tool';
import type { ToolAdvisor } from './advisor.js';
import { ToolCallingAdvisor, type ToolCallingAdvisorOptions } from './tool-calling.advisor.js';

/** The socket for what answers the tool calls of clients that bring no `ToolAdvisor` of their own. */
export abstract class ToolAdvisorFactory {
  static readonly [SEAM]: string = 'ToolAdvisorFactory';

  /** Makes the advisor of a client; asked again where its chain changes. */
  abstract create(client: string, manager: ToolCallingManager, options: ToolCallingAdvisorOptions): ToolAdvisor;
}

/** In force where nothing plugs in: the plain loop. */
export class ToolCallingAdvisorFactory extends ToolAdvisorFactory {
  create(_client: string, manager: ToolCallingManager, options: ToolCallingAdvisorOptions): ToolAdvisor {
    return new ToolCallingAdvisor(manager, options);
  }
}
