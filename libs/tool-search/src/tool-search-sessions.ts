import { isDeepStrictEqual } from 'node:util';
import { type ChatTurn, watched } from 'toolgate/chat';
import { LineLogger } from 'toolgate/model';
import { describeError } from 'toolgate/tool';
import { Queues } from './queues.js';
import type { ToolIndexEvictionStrategy } from './tool-index-eviction.strategy.js';
import { ToolSearchException } from './tool-search.errors.js';
import type { ToolIndex, ToolReference, ToolSearchRequest, ToolSearchResponse } from './tool-index.js';

/** The tools of a session, by name. */
export type SessionTools = ReadonlyMap<string, ToolReference>;

interface Session {
  readonly tools: SessionTools;
  readonly indexed: Promise<void>;
}

/** How often a search looks while others change its session; then it has the session for itself. */
const MOST_LOOKS = 3;

/** Keeps an index as the turns of its sessions need it: each session is indexed once, and again where its tools change. */
export class ToolSearchSessions {
  private readonly sessions = new Map<string, Session>();
  // What is done with a session is done one after the other, also after it was forgotten.
  private readonly work = new Queues();

  constructor(
    private readonly index: ToolIndex,
    private readonly eviction: ToolIndexEvictionStrategy,
  ) {}

  /** A turn begins: the sessions whose time has come are forgotten, and this one is indexed. */
  async open(id: string, tools: SessionTools, turn: ChatTurn): Promise<void> {
    if (this.use(id)) this.sessions.delete(id);
    await this.ready(id, tools, turn).indexed;
  }

  /** Searches the tools of a turn; where they could not be indexed, that is tried again. */
  async search(request: ToolSearchRequest, tools: SessionTools, turn: ChatTurn): Promise<ToolSearchResponse> {
    const { sessionId } = request;
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      // It may have been forgotten since its turn began: what is indexed again must be known to take room.
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

  /** Forgets a session: its next turn is indexed anew. */
  async evict(id: string): Promise<void> {
    this.sessions.delete(id);
    this.eviction.onRemoved(id);
    await this.work.take(id, () => this.index.clearIndex(id));
  }

  private async ask(request: ToolSearchRequest): Promise<ToolSearchResponse> {
    const response = await this.index.search(request);
    if (Array.isArray(response?.tools)) return response;
    throw new ToolSearchException('search() of the ToolIndex must give { tools: [{ name, score }] }.');
  }

  /** Forgets the others whose time has come, and tells whether this one's has. */
  private use(id: string): boolean {
    const old = this.eviction.onAccess(id);
    for (const other of old) if (other !== id) this.evict(other).catch(tellKept);
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
    // Also where nothing is known of it: an attempt that failed may have left something.
    await this.index.clearIndex(id);
    await this.index.indexTools(id, [...tools.values()]);
  }
}

const logger = new LineLogger('Toolgate');

const tellKept = (error: unknown): void =>
  logger.warn(`The tools of a session that is to be forgotten are still indexed: ${describeError(error)}`);

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
