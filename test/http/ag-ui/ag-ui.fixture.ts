import { HttpAgent, type Interrupt, type Message, type ResumeEntry, type RunErrorEvent } from '@ag-ui/client';
import { Controller, Delete, HttpCode, Param, Req } from '@nestjs/common';
import { ChatClient } from 'toolgate';
import { AgUi, type AgUiAgent, AgUiRun } from 'toolgate/http';
import { clientTool } from 'toolgate';
import { z } from 'zod';
import { Desk } from '../../approval/approval.fixture.js';
import { type DoorStory, serveDoor } from '../door.fixture.js';
import { Exchanges } from '../exchanges.fixture.js';
import type { Platform } from '../platforms.fixture.js';

/** A tool of the page. */
const locate = clientTool({
  name: 'locate',
  description: 'Where the user is',
  outputSchema: z.object({ city: z.string() }),
});

@Controller('agent')
class AgentController {
  private readonly agent: AgUiAgent;

  constructor(
    client: ChatClient,
    private readonly agUi: AgUi,
  ) {
    const prompt: AgUiAgent['prompt'] = (empty, { by }) =>
      empty.tools(Desk, locate, Exchanges).toolContext({ user: by.id, tenant: 'acme' });
    this.agent = { client, files: ['image/*'], prompt };
  }

  @AgUiRun()
  run(@Req() request: object) {
    return this.agUi.run(request, this.agent);
  }

  @Delete(':thread')
  @HttpCode(204)
  abort(@Req() request: object, @Param('thread') thread: string) {
    return this.agUi.abort(request, thread, this.agent);
  }
}

/** An agent whose answers are values. */
@Controller('films')
export class FilmController {
  constructor(
    private readonly chat: ChatClient,
    private readonly agUi: AgUi,
  ) {}

  @AgUiRun()
  run(@Req() request: object) {
    const film = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] } as const;
    return this.agUi.run(request, {
      client: this.chat,
      prompt: (prompt) => prompt.entity(film).toolContext({ tenant: 'acme' }),
    });
  }
}

/** An agent whose threads are shared by all people. */
@Controller('shared')
export class SharedController {
  constructor(
    private readonly chat: ChatClient,
    private readonly agUi: AgUi,
  ) {}

  @AgUiRun()
  run(@Req() request: object) {
    return this.agUi.run(request, {
      client: this.chat,
      prompt: (prompt, { by }) => prompt.tools(Desk).toolContext({ user: by.id, tenant: 'acme' }),
      conversation: ({ threadId }) => threadId,
    });
  }
}

/** One event that the stock client received. */
interface Received {
  readonly type: string;
  readonly [name: string]: unknown;
}

/** Serves the agent of a desk, whose refunds wait for a person. */
export const serveAgent = async (platform: Platform, story: DoorStory = {}) => {
  const door = await serveDoor(platform, {
    ...story,
    controllers: [AgentController, ...(story.controllers ?? [])],
    providers: [{ provide: 'locate', useValue: locate }, Exchanges, ...(story.providers ?? [])],
  });
  /** Opens the stock client of a person. */
  const open = (as = 'ada', threadId = 'thread-1', path = 'agent', network?: typeof fetch) =>
    new AgentPage(`${door.origin}/${path}`, { as, threadId, network });
  return { ...door, open };
};

/** A person, a thread, and the network between the page and the server. */
interface PageOf {
  readonly as: string;
  readonly threadId: string;
  readonly network: typeof fetch | undefined;
}

/** A page with the stock client of AG-UI. */
class AgentPage {
  readonly events: Received[] = [];
  readonly agent: HttpAgent;

  constructor(url: string, { as, threadId, network }: PageOf) {
    const headers = { authorization: `Person ${as}` };
    this.agent = new HttpAgent({ url, threadId, headers, ...(network && { fetch: network }) });
  }

  get messages(): readonly Message[] {
    return this.agent.messages;
  }

  /** What the thread waits for. */
  get interrupts(): readonly Interrupt[] {
    return this.agent.pendingInterrupts;
  }

  /** Sends a message of the user. */
  ask(content: string): Promise<readonly string[]> {
    this.agent.addMessage({ id: `m-${this.messages.length}`, role: 'user', content });
    return this.run();
  }

  /** Answers the interrupts, in their order. */
  answer(...answers: readonly (object | 'cancel')[]): Promise<readonly string[]> {
    return this.run(this.interrupts.map(({ id: interruptId }, index) => entryOf(interruptId, answers[index])));
  }

  /** Runs the agent; returns the types of the events. A run that fails is an event, too. */
  async run(resume?: ResumeEntry[]): Promise<readonly string[]> {
    this.events.length = 0;
    await this.agent.runAgent(resume ? { resume } : {}, {
      onEvent: ({ event }) => void this.events.push(event as unknown as Received),
    });
    return this.events.map(({ type }) => type);
  }

  /** The types of the events, repeated ones once. */
  shape(): readonly string[] {
    return this.events.map(({ type }) => type).filter((type, index, types) => type !== types[index - 1]);
  }

  /** The event with which the run ended. */
  end(): Received & Partial<RunErrorEvent> {
    return this.events.at(-1) as Received & Partial<RunErrorEvent>;
  }

  /** The messages in their order: `user: …`, `call: …`, `tool: …`, `assistant: …`. */
  story(): readonly string[] {
    return this.messages.flatMap((message) => {
      const said = message.content ? [`${message.role}: ${String(message.content)}`] : [];
      const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
      return [...said, ...calls.map(({ function: called }) => `call: ${called.name} ${called.arguments}`)];
    });
  }

  /** The texts of the assistant. */
  texts(): readonly string[] {
    return this.messages.flatMap(({ role, content }) => (role === 'assistant' && content ? [String(content)] : []));
  }

  /** The results of the tools, by the id of the call. */
  results(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      this.messages.flatMap((message) => (message.role === 'tool' ? [[message.toolCallId, message.content]] : [])),
    );
  }
}

const entryOf = (interruptId: string, answer: object | 'cancel' | undefined): ResumeEntry =>
  answer === 'cancel'
    ? { interruptId, status: 'cancelled' }
    : { interruptId, status: 'resolved', payload: answer ?? {} };
