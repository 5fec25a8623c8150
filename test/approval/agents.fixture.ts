import { randomUUID } from 'node:crypto';
import type { ModuleMetadata } from '@nestjs/common';
import { agentTool, ChatClient, ToolgateModule } from 'toolgate';
import { type ChatClientRecord, chatClientToken } from 'toolgate/chat';
import { type JsonObject, type Prompt, textOf } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import type { ToolOptions } from 'toolgate/tool';
import { bootDesk, Desk, yes } from './approval.fixture.js';

const INPUTS: Readonly<Record<string, JsonObject>> = { refund: { order: 'A-1', amount: 70 }, find: { order: 'A-1' } };

/**
 * Calls the tools that the last user message names, batch by batch, and ends: `find agent(refund; find); find`. A call of
 * an agent has its prompt in parentheses.
 */
export const answerOf = ({ messages }: Prompt): ReturnType<typeof callsTools> | string => {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const batch = splitOutside(textOf(messages[asked]!), ';')[
    messages.slice(asked).filter(({ role }) => role === 'tool').length
  ];
  if (batch === undefined) return `Done: ${textOf(messages[asked]!)}.`;
  const calls = splitOutside(batch, ' ').map((call, index) => {
    const [, name = call, task] = /^(\w+)\((.*)\)$/.exec(call) ?? [];
    return toolCall(name, task === undefined ? (INPUTS[name] ?? {}) : { task }, `${name}-${index}`);
  });
  return callsTools(...calls);
};

const splitOutside = (text: string, separator: string): readonly string[] => {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth++;
    if (letter === ')') depth--;
    if (letter === separator && depth === 0) parts.push('');
    else parts.push(parts.pop()! + letter);
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
};

type Options = NonNullable<Parameters<typeof bootDesk>[1]>;

/** The prompt of the agent tools. */
export interface AgentCase {
  /** How both models answer. @default answerOf */
  readonly answer?: ScriptedAnswer;
  readonly prompt?: (task: string) => ChatClientRecord;
  readonly options?: Options;
  readonly providers?: ModuleMetadata['providers'];
  readonly imports?: NonNullable<ModuleMetadata['imports']>;
  readonly requiresApproval?: boolean;
  readonly returnDirect?: boolean;
  readonly resultConverter?: ToolOptions['resultConverter'];
  readonly client?: object;
}

/** An application with an agent, whose refunds wait for a person. The agent may call itself. */
export const bootAgents = async (given: AgentCase = {}) => {
  const {
    answer = answerOf,
    prompt,
    options,
    providers = [],
    imports = [],
    requiresApproval,
    returnDirect,
    resultConverter,
    client,
  } = given;
  const model = new ScriptedChatModel(Array.from({ length: 200 }, () => answer));
  const agent = {
    provide: 'agent',
    inject: [chatClientToken('inner')],
    useFactory: (inner: ChatClient) =>
      agentTool({
        client: inner,
        name: 'agent',
        description: 'Hands a task to an agent',
        requiresApproval: requiresApproval ?? false,
        ...(returnDirect && { returnDirect }),
        ...(resultConverter && { resultConverter }),
        inputSchema: { type: 'object', properties: { task: { type: 'string' } }, required: ['task'] },
        prompt: (input: unknown) => {
          const { task } = input as { task: string };
          return prompt ? prompt(task) : task;
        },
      }),
  };
  const booted = await bootDesk(
    model,
    { client: { tools: [Desk, 'agent'] }, ...options },
    {
      imports: [...imports, ToolgateModule.forFeature([{ name: 'inner', tools: [Desk, 'agent'], ...client }])],
      providers: [agent, ...providers],
    },
  );
  const chat = booted.app.get(ChatClient);
  const refunds = () => booted.desk.done.filter((line) => line.startsWith('refund'));
  return { ...booted, model, chat, refunds };
};

type Booted = Awaited<ReturnType<typeof bootAgents>>;

/** Returns the only approval that waits, of any run. */
export const pendingOf = async ({ approvals }: Pick<Booted, 'approvals'>) => {
  const { items } = await approvals.list({ status: 'PENDING' });
  if (items.length !== 1) throw new Error(`${items.length} approvals wait.`);
  return items[0]!;
};

/** Approves the only approval that waits. */
export const approveOne = async (booted: Pick<Booted, 'approvals'>): Promise<void> => {
  const approval = await pendingOf(booted);
  await booted.approvals.decide(approval.id, yes(approval, randomUUID()), { id: 'grace' });
};

/** Returns the statuses of all runs, the oldest first. */
export const runStatuses = async ({ approvals }: Pick<Booted, 'approvals'>): Promise<readonly string[]> =>
  (await approvals.runs.list()).items.map(({ status }) => status);
