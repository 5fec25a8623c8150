import { isDeepStrictEqual } from 'node:util';
import { describeError } from '#core';
import { type ChatTurn, watched } from 'toolgate/chat';
import { LineLogger } from 'toolgate/model';
import { KeyedQueue } from '../scheduling/keyed-queue.js';
import type { ToolIndexEvictionStrategy } from '../contract/tool-index-eviction.strategy.js';
import { ToolSearchException } from '../contract/tool-search.errors.js';
import type { ToolIndex, ToolReference, ToolSearchRequest, ToolSearchResponse } from '../contract/tool-index.js';

/** The tools of a session, by name. */
export type SessionTools = ReadonlyMap<string, ToolReference>;

interface Session {
  readonly tools: SessionTools;
  readonly indexed: Promise<void>;
}

/** The number of searches while other turns change the session; after that, the search locks the session. */
const MOST_LOOKS = 3;

/** Keeps the sessions of an index up to date: each session is indexed once, and again if its tools change. */
export class ToolSearchSessions {
  private readonly sessions = new Map<string, Session>();
  // The work on one session runs in order, even after its eviction.
  private readonly work = new KeyedQueue();

  constructor(
    private readonly index: ToolIndex,
    private readonly eviction: ToolIndexEvictionStrategy,
  ) {}

  /** Begins a turn: evicts the sessions that are due, and indexes this one. */
  async open(id: string, tools: SessionTools, turn: ChatTurn): Promise<void> {
    if (this.use(id)) this.sessions.delete(id);
    await this.ready(id, tools, turn).indexed;
  }

  /** Searches the tools of a turn; if indexing failed, it is tried again. */
  async search(request: ToolSearchRequest, tools: SessionTools, turn: ChatTurn): Promise<ToolSearchResponse> {
    const { sessionId } = request;
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      // The session may have been evicted since its turn began: the eviction strategy must count it again.
      this.use(sessionId);
      const session = this.ready(sessionId, tools, turn);
      await session.indexed;
      const response = await this.ask(request);
      // Another turn of the session may have other tools.
      if (this.sessions.get(sessionId) === session) return response;
    }
    this.use(sessionId);
    this.sessions.delete(sessionId);
    return this.work.take(sessionId, async () => {
      await this.fill(sessionId, tools);
      return this.ask(request);
    });
  }

  /** Evicts a session: its next turn is indexed again. */
  async evict(id: string): Promise<void> {
    this.sessions.delete(id);
    this.eviction.onRemoved(id);
    await this.work.take(id, () => this.index.clearIndex(id));
  }

  private async ask(request: ToolSearchRequest): Promise<ToolSearchResponse> {
    const response = await this.index.search(request);
    if (Array.isArray(response?.tools)) return response;
    throw new ToolSearchException(
      'search() of the ToolIndex returned no list of tools. Return { tools: [{ name, score }] }.',
    );
  }

  /** Evicts the other sessions that are due, and returns whether this one is due. */
  private use(id: string): boolean {
    const old = this.eviction.onAccess(id);
    for (const other of old) if (other !== id) this.evict(other).catch(logKept);
    return old.includes(id);
  }

  private ready(id: string, tools: SessionTools, turn: ChatTurn): Session {
    const known = this.sessions.get(id);
    if (known && areSame(known.tools, tools)) return known;
    const indexed = this.work.take(id, () => watched(turn, indexPart(this.index, tools), () => this.fill(id, tools)));
    const session = { tools, indexed };
    this.sessions.set(id, session);
    indexed.catch(() => {
      if (this.sessions.get(id) === session) this.sessions.delete(id);
    });
    return session;
  }

  private async fill(id: string, tools: SessionTools): Promise<void> {
    // Also for an unknown session: a failed attempt may have left tools.
    await this.index.clearIndex(id);
    await this.index.indexTools(id, [...tools.values()]);
  }
}

const logger = new LineLogger('Toolgate');

const logKept = (error: unknown): void =>
  logger.warn(`The tools of an evicted session could not be removed from the index: ${describeError(error)}`);

const indexPart = ({ searchType }: ToolIndex, { size }: SessionTools) =>
  ({
    name: 'index_tools',
    family: 'tool_search',
    attributes: { 'toolgate.tool_search.type': searchType, 'toolgate.tool_search.tools': size },
  }) as const;

const areSame = (one: SessionTools, other: SessionTools): boolean => {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  for (const [name, reference] of other) {
    const known = one.get(name);
    if (known !== reference && !isDeepStrictEqual(known, reference)) return false;
  }
  return true;
};
