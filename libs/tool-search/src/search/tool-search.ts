import { DEFAULT_TENANT, describeError, idsForLog, instanceRemedy } from '#core';
import { type ChatClientRequest, type ChatTurn, watched } from 'toolgate/chat';
import { augmentSystem, LineLogger } from 'toolgate/model';
import type { ToolCallback, ToolCallResult, ToolContext, ToolSet } from 'toolgate/tool';
import { checkSettings } from '../options/check-options.js';
import { LruEvictionStrategy } from '../eviction/lru-eviction.strategy.js';
import { FoundTools } from './found-tools.js';
import { emptyResult, failedResult, foundResult, noCategoryResult, nothingResult } from './search-result.js';
import { catalogOf, type ToolCatalog } from './tool-catalog.js';
import { sessionIdOf } from '../sessions/session-id.js';
import type { ToolIndex } from '../contract/tool-index.js';
import type { ToolSearchOptions, ToolSearchSettings } from '../options/tool-search-options.js';
import { ToolSearchSessions } from '../sessions/tool-search-sessions.js';
import { TOOL_SEARCH_TOOL, type ToolQuery, ToolSearchTool } from './tool-search-tool.js';
import { ToolSearchException } from '../contract/tool-search.errors.js';

/** The state of a turn with a search. */
interface SearchedTurn {
  readonly turn: ChatTurn;
  readonly session: string;
  readonly catalog: ToolCatalog;
  readonly found: FoundTools;
  /** The tools that every round has: the search tool, and the tool of the prompt's tool choice. */
  readonly always: readonly ToolCallback[];
  /** The number of the turn's exchanges that were read for found tools. */
  read: number;
  /** The tools of the last round, and the found tools that they were created from. */
  sent?: { readonly found: readonly ToolCallback[]; readonly tools: readonly ToolCallback[] };
}

const SUFFIX = `You are not shown all of your tools. Call ${TOOL_SEARCH_TOOL} with a few words on what has to be done: it gives the names of tools that fit, and you can call those from your next message on. Search again in other words where nothing fits, and before you say that something cannot be done.`;

/** The searches of one application for all of its clients: one index, and one tool to search it. */
export class ToolSearch {
  readonly tool = new ToolSearchTool((query, context) => this.find(query, context));
  readonly sessions: ToolSearchSessions;
  private readonly logger = new LineLogger('Toolgate');
  private readonly turns = new WeakMap<ToolContext, SearchedTurn>();
  private readonly index: ToolIndex;
  private readonly settings: ToolSearchSettings;

  constructor({ toolIndex, evictionStrategy = new LruEvictionStrategy(), ...settings }: ToolSearchOptions) {
    if (!toolIndex) throw new ToolSearchException('A tool search needs a ToolIndex. Pass one as toolIndex.');
    refuseClass({ toolIndex, evictionStrategy });
    this.index = toolIndex;
    this.sessions = new ToolSearchSessions(toolIndex, evictionStrategy);
    this.settings = checkSettings(settings);
  }

  /**
   * Begins the search of a turn among its tools, and adds the search to the system text. Does nothing for a turn
   * without tools.
   */
  begin(request: ChatClientRequest, set: ToolSet): ChatClientRequest {
    const { turn, messages } = request;
    const catalog = catalogOf(set);
    this.turns.delete(turn.context);
    if (catalog.references.size === 0) return request;
    refuseNamesake(set, this.tool);
    const { referenceToolNameAccumulation = true, systemMessageSuffix = SUFFIX } = this.settings;
    const session = this.sessionOf(request);
    const found = new FoundTools(catalog, referenceToolNameAccumulation);
    found.read(messages);
    this.turns.set(turn.context, {
      turn,
      session,
      catalog,
      found,
      always: [this.tool, ...chosenOf(request, catalog)],
      read: 0,
    });
    // The model is called meanwhile. A search waits for the indexing, and reports its error.
    this.sessions.open(session, catalog.references, turn).catch(() => {});
    return { ...request, messages: augmentSystem(messages, (text) => withSuffix(text, systemMessageSuffix)) };
  }

  /** Returns a round's request with only the search and the tools found so far. */
  narrow(request: ChatClientRequest): ChatClientRequest {
    const { turn, options } = request;
    const searched = this.turns.get(turn.context);
    if (!searched) return request;
    const { exchanges = [] } = turn;
    const found = searched.found.read(exchanges.slice(searched.read));
    searched.read = exchanges.length;
    if (searched.sent?.found !== found) searched.sent = { found, tools: [...new Set([...searched.always, ...found])] };
    const { tools } = searched.sent;
    return options.tools === tools ? request : { ...request, options: { ...options, tools } };
  }

  private async find({ query, maxResults, category: asked }: ToolQuery, context: ToolContext): Promise<ToolCallResult> {
    const searched = this.turns.get(context.turn);
    if (!searched) return failedResult();
    const { turn, session, catalog } = searched;
    if (query.trim() === '') return emptyResult();
    const category = asked?.trim() || undefined;
    const refused = category === undefined ? undefined : noCategoryResult(category, catalog.references);
    if (refused) return refused;
    const { maxResults: usual } = this.settings;
    const request = { sessionId: session, query, maxResults: maxResults ?? usual, category };
    try {
      const { tools } = await watched(turn, searchPart(this.index), () =>
        this.sessions.search(request, catalog.references, turn),
      );
      // An index may contain more tools than the turn may see.
      const names = tools.map(({ name }) => name).filter((name) => catalog.references.has(name));
      return names.length > 0 ? foundResult(names) : nothingResult(query);
    } catch (error) {
      const { searchType } = this.index;
      const what = describeError(error);
      this.logger.warn(`Tools could not be searched (${searchType}): ${what} ${idsForLog(context)}`);
      return failedResult();
    }
  }

  private sessionOf({ context, turn }: ChatClientRequest): string {
    const { sessionIdKeyName: key } = this.settings;
    const session = key === undefined ? conversationSession(turn) : context[key];
    if (typeof session === 'string' && session !== '') return session;
    const way =
      key === undefined
        ? 'Add .conversation(id) to the prompt, or set a default conversation of the client'
        : `Add .advisors({ ${key}: id }) to the prompt`;
    const lack = session === undefined ? 'the prompt names no session' : 'its session is not a string, or is empty';
    throw new ToolSearchException(`The client "${turn.client}" searches its tools, and ${lack}. ${way}.`);
  }
}

// A model that must choose a tool has to receive it.
const chosenOf = ({ options: { toolChoice } }: ChatClientRequest, { find }: ToolCatalog): readonly ToolCallback[] => {
  const chosen = toolChoice?.type === 'tool' ? find(toolChoice.toolName) : undefined;
  return chosen ? [chosen] : [];
};

const conversationSession = ({ tenant = DEFAULT_TENANT, context: { conversation } }: ChatTurn): string | undefined =>
  conversation ? sessionIdOf({ tenant, conversation }) : conversation;

const searchPart = ({ searchType }: ToolIndex) =>
  ({
    name: 'search_tools',
    family: 'tool_search',
    attributes: { 'toolgate.tool_search.type': searchType },
    resultAttributes: ({ tools }: { readonly tools: readonly unknown[] }) => ({
      'toolgate.tool_search.results': tools.length,
    }),
  }) as const;

// An advisor around the loop may run it again, with the messages of the first run.
const withSuffix = (text: string, suffix: string): string => {
  if (text.endsWith(suffix)) return text;
  return text === '' ? suffix : `${text}\n\n${suffix}`;
};

const refuseNamesake = ({ callbacks }: ToolSet, tool: ToolSearchTool): void => {
  const namesake = callbacks.get(TOOL_SEARCH_TOOL);
  if (!namesake || namesake === tool) return;
  throw new ToolSearchException(
    `A tool of the prompt is named "${TOOL_SEARCH_TOOL}", which is the name of the tool search. Rename the tool.`,
  );
};

const refuseClass = (parts: Pick<ToolSearchOptions, 'toolIndex' | 'evictionStrategy'>): void => {
  for (const [option, part] of Object.entries<unknown>(parts)) {
    const remedy = instanceRemedy(part);
    if (remedy) throw new ToolSearchException(`${option} is the class ${(part as Function).name}. ${remedy}`);
  }
};
