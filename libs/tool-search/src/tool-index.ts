import { type JsonObject, SEAM } from 'toolgate/model';

/** A tool as an index knows it; plain JSON, which nobody changes once it is indexed. */
export interface ToolReference {
  /** The name by which it is called: of a session, no two are alike. */
  readonly name: string;
  readonly description: string;
  /** Its parameters are searched, too. */
  readonly inputSchema?: JsonObject;
  /** The categories that a search may be narrowed to. */
  readonly tags?: readonly string[];
}

/** What is looked for among the tools of a session. */
export interface ToolSearchRequest {
  readonly sessionId: string;
  /** What the tools are to do; one that is blank fits all. */
  readonly query: string;
  /** How many tools at most; ours give a hundred at most. @default 10 */
  readonly maxResults?: number;
  /** Only tools with this tag, however it is capitalised. @default all */
  readonly category?: string;
}

/** A tool that was found, and how well it fits: comparable within one response only. */
export interface FoundTool {
  readonly name: string;
  readonly score: number;
}

/** What was found, the best first; empty where nothing fits. */
export interface ToolSearchResponse {
  readonly tools: readonly FoundTool[];
}

/** Finds tools by what they are for; sessions see their own only. A provider under its token takes the place of ours. */
export abstract class ToolIndex {
  static readonly [SEAM]: string = 'ToolIndex';

  /** How it searches, in a word: `regex`, `keyword`, `semantic`. */
  abstract readonly searchType: string;

  /** Adds one tool to a session, in the place of the one that has its name. */
  abstract indexTool(sessionId: string, reference: ToolReference): Promise<void>;

  /** Adds tools to a session, each in the place of the one that has its name. */
  abstract indexTools(sessionId: string, references: readonly ToolReference[]): Promise<void>;

  /** Searches a session; nobody's is empty. */
  abstract search(request: ToolSearchRequest): Promise<ToolSearchResponse>;

  /** Forgets a session; nobody's is none. */
  abstract clearIndex(sessionId: string): Promise<void>;
}
