import { afterEach, describe, expect, it } from 'vitest';
import { type INestApplication, Injectable, Scope } from '@nestjs/common';
import { Advisor, type AdvisorChain, type ChatClientRequest } from 'toolgate';
import { callsTools, toolCall } from 'toolgate/testing';
import { platforms } from '../platforms.fixture.js';
import { asked, type ChatStory, clientsOn, openChat, serveChat, shown } from './chat.fixture.js';

describe.each(platforms)('an answer on $name', (platform) => {
  let app: INestApplication | undefined;

  afterEach(() => app?.close());

  describe.each(clientsOn(platform))('in the client of $name', ({ ai }) => {
    const open = async (story: ChatStory) => {
      const served = await serveChat(platform, story);
      app = served.app;
      return { ...served, ...openChat(ai, served) };
    };

    it('has its reasoning, files, sources, progress and tokens', async () => {
      const usage = { inputTokens: 7, outputTokens: 3 };
      const { chat, desk } = await open({
        script: [
          { message: callsTools(toolCall('find', { order: 'A-1' }, 'f')), usage },
          {
            message: {
              role: 'assistant',
              content: [
                { type: 'reasoning', text: 'Let me see.' },
                { type: 'text', text: 'It is there.' },
                { type: 'file', mediaType: 'image/png', source: { type: 'data', base64: 'AA==' } },
                {
                  type: 'custom',
                  kind: 'ai-sdk.source',
                  data: { sourceType: 'url', id: 's', url: 'https://shop.test/' },
                },
              ],
            },
            usage,
          },
        ],
      });
      Object.assign(desk, {
        find: async function* () {
          yield 'half way';
          yield 'A-1 is there';
        },
      });
      await chat.sendMessage({ text: 'Where is A-1?' });
      const { parts = [], metadata } = chat.messages.at(-1) ?? {};
      expect(parts.filter(({ type }) => type !== 'step-start')).toMatchObject([
        { type: 'tool-find', state: 'output-available' },
        { type: 'data-progress', data: { toolName: 'find', value: 'A-1 is there' } },
        { type: 'reasoning', text: 'Let me see.' },
        { type: 'text', text: 'It is there.' },
        { type: 'file', url: 'data:image/png;base64,AA==' },
        { type: 'source-url', url: 'https://shop.test/' },
      ]);
      expect(metadata).toEqual({ usage: { inputTokens: 14, outputTokens: 6 }, waits: false });
    });

    it('has the tokens of its whole turn after a decision', async () => {
      const usage = { inputTokens: 7, outputTokens: 3 };
      const asks = callsTools(toolCall('refund', { order: 'A-1', amount: 5 }, 'r'));
      const answer = { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] } as const;
      const { chat, ended } = await open({
        script: [
          { message: asks, usage },
          { message: answer, usage },
        ],
      });
      await chat.sendMessage({ text: 'Refund A-1' });
      expect(chat.lastMessage?.metadata).toEqual({ usage, waits: true });
      await chat.addToolApprovalResponse({ id: asked(chat)[0]!, approved: true });
      await ended(2);
      expect(chat.lastMessage?.metadata).toEqual({ usage: { inputTokens: 14, outputTokens: 6 }, waits: false });
    });

    it('whose advisor cannot be created is logged as an error, because it is no refusal', async () => {
      @Injectable({ scope: Scope.REQUEST })
      class Broken extends Advisor {
        constructor() {
          super();
          throw new TypeError('The tenant has no settings.');
        }

        advise(request: ChatClientRequest, chain: AdvisorChain) {
          return chain.next(request);
        }
      }
      const { chat, logs } = await open({ script: [], providers: [Broken] });
      await chat.sendMessage({ text: 'Hi' });
      expect(chat.error?.message).toContain('Its log states why.');
      const errors = logs.filter((line) => line.startsWith('error: '));
      expect(errors).toEqual([expect.stringContaining('The tenant has no settings.')]);
    });

    it('that fails has a text without secrets, and the log has the cause', async () => {
      const { chat, logs } = await open({
        script: [
          'Hello.',
          () => {
            throw new Error('key sk-123 is invalid');
          },
        ],
      });
      await chat.sendMessage({ text: 'Hello?' });
      await chat.sendMessage({ text: 'Where is A-1?' });
      expect([chat.status, chat.error?.message]).toEqual([
        'error',
        expect.stringContaining('The server could not answer. Its log states why.'),
      ]);
      expect(chat.error?.message).not.toContain('sk-123');
      expect(logs).toEqual([expect.stringContaining('sk-123')]);
      expect(shown(chat)).not.toContain('sk-123');
    });

    it('that fails in the middle keeps its beginning, and has a text without secrets', async () => {
      let parts = 0;
      const beforePart = () => {
        if (parts++ === 2) throw new Error('key sk-123 is invalid');
      };
      const { chat, logs } = await open({ script: ['The order is there.'], model: { beforePart } });
      await chat.sendMessage({ text: 'Where is A-1?' });
      expect(shown(chat)).toEqual(['The orde']);
      expect(chat.error?.message).toBe('The server could not answer. Its log states why.');
      expect(logs).toEqual([expect.stringContaining('sk-123')]);
    });
  });
});
