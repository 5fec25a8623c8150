import { Injectable } from '@nestjs/common';
import { Tool, ToolParam } from 'toolgate';
import type { Message, Prompt } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, toolCall } from 'toolgate/testing';
import {
  ToolIndex,
  type ToolReference,
  ToolSearchModule,
  type ToolSearchModuleOptions,
  type ToolSearchRequest,
} from 'toolgate/tool-search';
import { boot, type Story } from '../story.fixture.js';

/** A shop's tools: more than a model should be sent. */
@Injectable()
export class Shop {
  readonly ran: string[] = [];

  @Tool({ description: 'Refund an order', tags: ['money'] })
  refundOrder(@ToolParam() order: string): string {
    this.ran.push(`refund ${order}`);
    return `${order} is refunded`;
  }

  @Tool({ description: 'Find an order', tags: ['orders'] })
  findOrder(@ToolParam() order: string): string {
    this.ran.push(`find ${order}`);
    return `${order} is there`;
  }

  @Tool({ description: 'Send an e-mail' })
  sendMail(@ToolParam() to: string): string {
    this.ran.push(`mail ${to}`);
    return 'sent';
  }
}

/** A custom index: it finds a tool if its name or description contains a word of the query. */
@Injectable()
export class WordIndex extends ToolIndex {
  readonly searchType = 'words';
  readonly indexed: string[] = [];
  readonly cleared: string[] = [];
  readonly asked: ToolSearchRequest[] = [];
  readonly kept = new Map<string, Map<string, ToolReference>>();
  failures = 0;

  indexTool(sessionId: string, reference: ToolReference): Promise<void> {
    return this.indexTools(sessionId, [reference]);
  }

  async indexTools(sessionId: string, references: readonly ToolReference[]): Promise<void> {
    if (this.failures-- > 0) throw new Error('The index is away: password=hunter2.');
    this.indexed.push(`${sessionId}: ${references.map(({ name }) => name).join()}`);
    const tools = this.kept.get(sessionId) ?? new Map<string, ToolReference>();
    this.kept.set(sessionId, tools);
    for (const reference of references) tools.set(reference.name, reference);
  }

  async search(request: ToolSearchRequest) {
    this.asked.push(request);
    const words = request.query.toLowerCase().split(' ');
    const fits = ({ name, description }: ToolReference): boolean =>
      words.some((word) => `${name} ${description}`.toLowerCase().includes(word));
    const found = [...(this.kept.get(request.sessionId)?.values() ?? [])].filter(fits);
    return { tools: found.slice(0, request.maxResults ?? 10).map(({ name }) => ({ name, score: 1 })) };
  }

  async clearIndex(sessionId: string): Promise<void> {
    this.cleared.push(sessionId);
    this.kept.delete(sessionId);
  }
}

/** An answer that searches. */
export const searches = (...queries: readonly (string | object)[]): ScriptedAnswer =>
  callsTools(
    ...queries.map((query, index) =>
      toolCall('toolSearchTool', typeof query === 'string' ? { query } : { ...query }, `search-${index}`),
    ),
  );

/** The shop with tools that are searched. */
export const bootShop = async ({ providers = [], imports = [], ...story }: Story, search?: ToolSearchModuleOptions) => {
  const started = await boot({
    ...story,
    imports: [ToolSearchModule.forRoot(search), ...imports],
    providers: [Shop, WordIndex, { provide: ToolIndex, useExisting: WordIndex }, ...providers],
  });
  return { ...started, shop: started.app.get(Shop), index: started.app.get(WordIndex) };
};

/** The names of the tools that each prompt sent. */
export const sentNames = (prompts: readonly Prompt[]): readonly (readonly string[])[] =>
  prompts.map(({ tools = [] }) => tools.map(({ name }) => name));

/** The results of all calls so far, as texts. */
export const toldTexts = ({ messages }: { readonly messages: readonly Message[] }): readonly string[] =>
  messages.flatMap((message) =>
    message.role === 'tool'
      ? message.content.map(({ output }) => (output.type === 'text' ? output.text : JSON.stringify(output)))
      : [],
  );
