import type { JsonObject } from 'toolgate/model';
import {
  FunctionToolCallback,
  type FunctionToolOptions,
  type FunctionToolSettings,
  type InputOf,
  type ParametersSource,
  type ToolContext,
  ToolDeclarationException,
  ToolException,
} from 'toolgate/tool';
import { ChatClient } from '../client/chat-client.js';
import { causeOf } from '../errors/chat.errors.js';
import type { ChatClientRecord } from '../prompt/chat-client-record.js';

/** The options of an agent tool. */
export interface AgentToolOptions<
  P extends ParametersSource | undefined,
  C extends object = JsonObject,
> extends FunctionToolSettings<P> {
  readonly name: string;
  /** The client whose turn is the body of each call. */
  readonly client: ChatClient;
  /** Returns the prompt of the turn: a string, or a whole record. */
  prompt(input: InputOf<P>, context: ToolContext<C>): string | ChatClientRecord | Promise<string | ChatClientRecord>;
}

/** The most turns inside each other: an agent may call itself. */
const MOST_DEPTH = 8;

/**
 * Creates a tool whose body is a turn of a chat client: `agentTool({ name: 'research', client, parameters, prompt: ({
 * topic }) => topic })`. The answer of that turn is the result of the call. If the turn has to wait for a person, the turn
 * around the call waits, too, and resumes with the answer. The requester, the tenant, the tool context and the limits pass
 * to the inner turn.
 * @throws ToolDeclarationException if the declaration is invalid
 */
export function agentTool<P extends ParametersSource | undefined = undefined, C extends object = JsonObject>(
  options: AgentToolOptions<P, C>,
): AgentToolCallback {
  const { client, prompt, ...settings } = options ?? {};
  const label = `agentTool(${JSON.stringify(settings.name)})`;
  if (!(client instanceof ChatClient))
    throw new ToolDeclarationException(`${label} has no client. Pass a ChatClient, such as an injected one.`);
  if (typeof prompt !== 'function')
    throw new ToolDeclarationException(
      `${label} has no prompt. Pass a function that returns it: \`prompt: ({ topic }) => topic\`.`,
    );
  const run = async (input: never, context: ToolContext): Promise<string> => {
    assertDepth(settings.name, context);
    const asked = await prompt.call(options, input, context as ToolContext<C>);
    try {
      return await client.promptInside(context, asked).call().content();
    } catch (error) {
      // The message of a failed turn repeats that of its cause, which the outer model may not be permitted to receive.
      throw causeOf(error);
    }
  };
  return new AgentToolCallback({ ...settings, run } as FunctionToolOptions<ParametersSource | undefined>);
}

/** A turn of a chat client as a tool. */
export class AgentToolCallback extends FunctionToolCallback {
  override readonly runsTurn = true;

  constructor(options: FunctionToolOptions<ParametersSource | undefined>) {
    super(options, 'agentTool');
  }
}

const assertDepth = (name: string, { turn }: ToolContext): void => {
  if (turn.depth < MOST_DEPTH) return;
  throw new ToolException(
    `"${name}" was not started: agents may call each other at most ${MOST_DEPTH} levels deep. Answer without it.`,
  );
};
