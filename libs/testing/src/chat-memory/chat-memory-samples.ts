import type { ChatMemoryRepository } from 'toolgate/memory';
import {
  assistantMessage,
  type FilePart,
  type Message,
  systemMessage,
  toolMessage,
  type ToolResultPart,
  userMessage,
} from 'toolgate/model';

/** Creates an empty repository. `now` is its clock. */
export type Make = (now?: () => Date) => Promise<ChatMemoryRepository>;

const png: FilePart = {
  type: 'file',
  mediaType: 'image/png',
  source: { type: 'data', base64: 'iVBORw0KGgo=' },
  filename: 'a "plan".png',
};

const result = (toolCallId: string, end: Pick<ToolResultPart, 'output' | 'outcome'>): ToolResultPart => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'findOrder',
  ...end,
});

/** A turn with every kind of message content. */
export const RICH_TURN: readonly Message[] = [
  systemMessage('Du arbeitest für "Acme". 👋\n\u0000 \\ \' %s $1 {}'),
  {
    role: 'user',
    content: [
      {
        type: 'text',
        text: 'Where is it?',
        providerMetadata: { acme: { cache: true, nested: { list: [1, null, 'a'] } } },
      },
      png,
      { type: 'file', mediaType: 'image/*', source: { type: 'url', url: 'https://example.com/a?b=c&d' } },
    ],
    providerMetadata: { acme: { user: 'u-1' } },
  },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Hm.', providerMetadata: { acme: { signature: 'c2lnbmVk' } } },
      { type: 'text', text: '' },
      { type: 'tool-call', toolCallId: 'one', toolName: 'findOrder', input: '{"number":"A-1042"}' },
      { type: 'tool-call', toolCallId: 'two', toolName: 'findOrder', input: 'not JSON' },
      { type: 'tool-call', toolCallId: 'own', toolName: 'webSearch', input: '{}', providerExecuted: true },
      { type: 'custom', kind: 'acme.citation', data: { page: 1.5, seen: false, none: null } },
    ],
  },
  toolMessage([
    result('one', { output: { type: 'json', value: { number: 'A-1042', items: [] } }, outcome: { type: 'success' } }),
    result('two', {
      output: { type: 'content', parts: [{ type: 'text', text: 'No.' }, png] },
      outcome: { type: 'denied', decision: 'reject', reason: 'closed', metadata: { rule: 7 } },
    }),
  ]),
  assistantMessage('It is on its way.'),
];

/** Returns a question and its answer. */
export const turnOf = (name: string): readonly Message[] => [
  userMessage(`question ${name}`),
  assistantMessage(`answer ${name}`),
];

/** Ids that a careless store confuses or fails on. */
export const STRANGE_IDS: readonly string[] = [
  'plain',
  'PLAIN',
  ' plain',
  'plain ',
  "Robert'); DROP TABLE messages;--",
  '%',
  '_',
  '\\',
  '"',
  'a/b?c=d#e',
  'line\nbreak',
  'é',
  'e\u0301',
  '👩‍👩‍👧',
  '0',
  '00',
  'null',
  '__proto__',
  'constructor',
  'x'.repeat(200),
  '\u0000',
  '\ud83d',
  'a\u0000b',
  '\u001b0000',
];
