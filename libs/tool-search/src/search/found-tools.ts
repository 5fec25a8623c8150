import type { Message } from 'toolgate/model';
import type { ToolCallback } from 'toolgate/tool';
import type { ToolCatalog } from './tool-catalog.js';
import { TOOL_SEARCH_TOOL } from './tool-search-tool.js';

/** The tools that a turn has found so far, in order. */
export class FoundTools {
  private found: readonly ToolCallback[] = [];

  constructor(
    private readonly catalog: ToolCatalog,
    private readonly accumulates: boolean,
  ) {}

  /** Reads the results of searches. Ignores other results, and names that are not tools of the turn. */
  read(messages: readonly Message[]): readonly ToolCallback[] {
    for (const message of messages) {
      const names = namesIn(message);
      if (names) this.add(names);
    }
    return this.found;
  }

  // The same list if nothing is new, so that values derived from it are reused.
  private add(names: readonly string[]): void {
    const named = names.map((name) => this.catalog.find(name)).filter((callback) => callback !== undefined);
    const before = this.accumulates ? this.found : [];
    const found = [...new Set([...before, ...named])];
    const isSame = found.length === this.found.length && found.every((callback, at) => callback === this.found[at]);
    if (!isSame) this.found = found;
  }
}

// Undefined if the message contains no search result: the last found tools stay.
const namesIn = (message: Message): readonly string[] | undefined => {
  if (message.role !== 'tool') return undefined;
  const searches = message.content.filter(
    ({ toolName, outcome }) => toolName === TOOL_SEARCH_TOOL && outcome.type === 'success',
  );
  return searches.length === 0 ? undefined : searches.flatMap(({ output }) => namesOf(output));
};

const namesOf = (output: { readonly type: string; readonly value?: unknown }): readonly string[] =>
  output.type === 'json' && Array.isArray(output.value)
    ? output.value.filter((name): name is string => typeof name === 'string')
    : [];
