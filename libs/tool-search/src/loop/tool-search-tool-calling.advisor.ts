import { Injectable } from '@nestjs/common';
import { isPromiseLike } from '#core';
import { type ChatClientRequest, ToolCallingAdvisor, type ToolCallingAdvisorOptions } from 'toolgate/chat';
import type { ToolCallingManager } from 'toolgate/tool';
import { ToolSearch } from '../search/tool-search.js';
import type { ToolSearchOptions } from '../options/tool-search-options.js';
import { noToolsOf, ToolSearchException } from '../contract/tool-search.errors.js';

/** Options of a searching loop: an index and its settings. */
export type ToolSearchToolCallingAdvisorOptions = ToolCallingAdvisorOptions & ToolSearchOptions;

/** Options of a loop in an application whose clients share one search. */
type SharedSearchOptions = ToolCallingAdvisorOptions & { readonly search: ToolSearch };

/**
 * The tool loop for many tools: the model first sees `toolSearchTool`, and then the tools that it has found. Found
 * tools pass the gate, the visibility and the limits like any other tool.
 */
@Injectable()
export class ToolSearchToolCallingAdvisor extends ToolCallingAdvisor {
  private readonly search: ToolSearch;

  constructor(
    private readonly toolManager: ToolCallingManager,
    options: ToolSearchToolCallingAdvisorOptions | SharedSearchOptions,
  ) {
    super(toolManager, options);
    this.search = 'search' in options ? options.search : new ToolSearch(options);
  }

  /** Evicts a session: its next turn is indexed again. */
  evictSession(id: string): Promise<void> {
    return this.search.sessions.evict(id);
  }

  protected override initializeLoop(request: ChatClientRequest): ChatClientRequest | Promise<ChatClientRequest> {
    const { options, turn } = request;
    if (!this.toolManager.resolveTools) {
      throw new ToolSearchException(noToolsOf(this.toolManager.constructor.name));
    }
    const set = this.toolManager.resolveTools(options, turn.context);
    return isPromiseLike(set)
      ? set.then((ready) => this.search.begin(request, ready))
      : this.search.begin(request, set);
  }

  protected override beforeCall(request: ChatClientRequest): ChatClientRequest {
    return this.search.narrow(request);
  }
}
