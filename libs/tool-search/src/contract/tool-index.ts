import { type JsonObject, SEAM } from 'toolgate/model';

/** A tool in an index: plain JSON that must not change after indexing. */
export interface ToolReference {
  /** The name of the tool, unique in its session. */
  readonly name: string;
  readonly description: string;
  /** The schema of the arguments; its parameters are searched too. */
  readonly inputSchema?: JsonObject;
  /** The categories by which a search can be restricted. */
  readonly tags?: readonly string[];
}

/** A search among the tools of a session. */
export interface ToolSearchRequest {
  readonly sessionId: string;
  /** What the tools should do; a blank query matches all tools. */
  readonly query: string;
  /** The largest number of results; the built-in indexes return at most 100. @default 10 */
  readonly maxResults?: number;
  /** Restricts the search to tools with this tag, in upper or lower case. @default all */
  readonly category?: string;
}

/** A found tool and its score; scores are comparable within one response only. */
export interface FoundTool {
  readonly name: string;
  readonly score: number;
}

/** The found tools, the best first; empty if none matches. */
export interface ToolSearchResponse {
  readonly tools: readonly FoundTool[];
}

/**
 * Finds tools by their purpose; a session sees only its own tools. A provider under this token replaces the built-in
 * index.
 */
export abstract class ToolIndex {
  static readonly [SEAM]: string = 'ToolIndex';

  /** The kind of search in one word: `regex`, `keyword`, `semantic`. */
  abstract readonly searchType: string;

  /** Adds one tool to a session; it replaces the tool with the same name. */
  abstract indexTool(sessionId: string, reference: ToolReference): Promise<void>;

  /** Adds tools to a session; each replaces the tool with the same name. */
  abstract indexTools(sessionId: string, references: readonly ToolReference[]): Promise<void>;

  /** Searches a session; an unknown session has no tools. */
  abstract search(request: ToolSearchRequest): Promise<ToolSearchResponse>;

  /** Removes a session; does nothing for an unknown session. */
  abstract clearIndex(sessionId: string): Promise<void>;
}
