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

/** The state of an indexed session: a new object each time that the session is indexed. */
interface Session {
  readonly tools: SessionTools;
}

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
    const isDue = this.use(id);
    await this.work.take(id, () => {
      if (isDue) this.sessions.delete(id);
      return this.ready(id, tools, turn);
    });
  }

  /** Searches the tools of a turn; if indexing failed, it is tried again. */
  async search(request: ToolSearchRequest, tools: SessionTools, turn: ChatTurn): Promise<ToolSearchResponse> {
    const { sessionId: id } = request;
    // The session may have been evicted since its turn began: the eviction strategy must count it again.
    this.use(id);
    const session = await this.work.take(id, () => this.ready(id, tools, turn));
    const response = await this.ask(request);
    if (this.sessions.get(id) === session) return response;
    // Another turn has changed the session meanwhile.
    this.use(id);
    return this.work.take(id, async () => {
      await this.ready(id, tools, turn);
      return this.ask(request);
    });
  }

  /** Evicts a session: its next turn is indexed again. */
  async evict(id: string): Promise<void> {
    this.eviction.onRemoved(id);
    await this.work.take(id, () => {
      this.sessions.delete(id);
      return this.index.clearIndex(id);
    });
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

  private async ready(id: string, tools: SessionTools, turn: ChatTurn): Promise<Session> {
    const known = this.sessions.get(id);
    if (known && areSame(known.tools, tools)) return known;
    this.sessions.delete(id);
    await watched(turn, indexPart(this.index, tools), async () => {
      // Also for an unknown session: a failed attempt may have left tools.
      await this.index.clearIndex(id);
      await this.index.indexTools(id, [...tools.values()]);
    });
    const session = { tools };
    this.sessions.set(id, session);
    return session;
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
