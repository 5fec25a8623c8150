import type { ToolCallback } from 'toolgate/tool';
import { type Approve, ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import type { ToolMatcher } from '../strategy/tool-matcher.js';

/** The options of a composition. */
export interface Composed {
  readonly timeoutMs?: number;
  readonly patterns?: ToolMatcher;
  readonly parts?: readonly ToolApprovalStrategy[];
}

/** A strategy composed of others, under the name of the function that creates it. Its decisions contain their trace. */
export class ComposedStrategy extends ToolApprovalStrategy {
  override readonly timeoutMs?: number;

  constructor(
    readonly name: string,
    readonly approve: Approve,
    private readonly words: (tool: ToolCallback) => string | undefined,
    private readonly composed: Composed = {},
  ) {
    super();
    this.timeoutMs = composed.timeoutMs;
  }

  override describe(tool: ToolCallback): string | undefined {
    return this.words(tool);
  }

  override unmatched(tools: readonly ToolCallback[]): readonly string[] {
    const { patterns, parts = [] } = this.composed;
    return [...(patterns?.unmatched(tools) ?? []), ...parts.flatMap((part) => part.unmatched?.(tools) ?? [])];
  }
}
