import { ToolCallingAdvisorFactory } from '#chat';
import { type ToolAdvisor, ToolAdvisorFactory, type ToolCallingAdvisorOptions } from 'toolgate/chat';
import type { ToolCallingManager } from 'toolgate/tool';
import { ToolSearchToolCallingAdvisor } from './tool-search-tool-calling.advisor.js';
import type { ToolSearch } from '../search/tool-search.js';

/** The clients that search, and the order of their loop. */
interface SearchingClients {
  readonly clients?: readonly string[];
  readonly order?: number;
}

/** Creates searching loops for some clients or all, and plain loops for the others. */
export class ToolSearchAdvisorFactory extends ToolAdvisorFactory {
  private readonly plain = new ToolCallingAdvisorFactory();

  constructor(
    private readonly search: ToolSearch,
    private readonly searching: SearchingClients,
  ) {
    super();
  }

  create(client: string, manager: ToolCallingManager, options: ToolCallingAdvisorOptions): ToolAdvisor {
    const { clients, order = options.order } = this.searching;
    if (clients && !clients.includes(client)) return this.plain.create(client, manager, options);
    return new ToolSearchToolCallingAdvisor(manager, { ...options, order, search: this.search });
  }
}
