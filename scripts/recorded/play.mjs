import assert from 'node:assert/strict';
import { aiSdkChatModel } from 'toolgate/ai-sdk';
import { ChatClient, ToolCallingAdvisor, ToolExecutionEligibilityChecker } from 'toolgate/chat';
import { hasToolCalls, toolCallsOf } from 'toolgate/model';
import { checkRequests } from './check-requests.mjs';
import { isStreamed } from './recording.mjs';
import { replayServer } from './replay-server.mjs';
import { replayedTools } from './replayed-tools.mjs';

/** Ends the loop where the recording ends, so that a call without a recorded result is never run. */
class WhileRecorded extends ToolExecutionEligibilityChecker {
  constructor(recording, server) {
    super();
    this.recording = recording;
    this.server = server;
  }

  isToolExecutionRequired(response) {
    return hasToolCalls(response) && this.recording.continues(this.server.requests.length);
  }
}

const statusOf = (error) => {
  for (let cause = error; cause; cause = cause.cause) if (cause.statusCode) return cause.statusCode;
  return undefined;
};

const json = (input) => JSON.parse(input || '{}');

const checkEnd = (outcome, expected) => {
  assert.equal(outcome.content, expected.text, 'the answer has another text');
  const calls = toolCallsOf(outcome.chatResponse.message).map(({ toolName: name, input }) => ({
    name,
    input: json(input),
  }));
  const recorded = expected.calls.map(({ name, input }) => ({ name, input: json(input) }));
  assert.deepEqual(calls, recorded, 'the answer ends with other calls');
};

const playPrompt = async (recording, client, { server, executed }, { first, last }) => {
  const { exchanges, wire } = recording;
  const { reqBody } = exchanges[first];
  const advisor = new ToolCallingAdvisor(client.runtime.manager, {
    toolExecutionEligibilityChecker: new WhileRecorded(recording, server),
  });
  const prompt = client
    .prompt({ messages: wire.messages(reqBody), options: wire.options(reqBody) })
    .tools(...replayedTools(recording, { first, last }, server, executed))
    .advisors(advisor);
  const turn = isStreamed(exchanges) ? prompt.stream() : prompt.call();
  const { status } = exchanges[last];
  if (status < 400) return checkEnd(await turn.outcome(), recording.endOf({ first, last }));
  const error = await turn.outcome().then(
    () => assert.fail(`HTTP ${status} is not reported`),
    (failure) => failure,
  );
  return assert.equal(statusOf(error), status, `HTTP ${status} is reported as: ${error.message}`);
};

/** Plays all prompts of a recording with one model over HTTP, and checks what was sent and what came out. */
export const play = async (recording, makeModel) => {
  const server = await replayServer(recording.exchanges);
  const executed = new Map();
  try {
    const allowProviderExecutedTools = (recording.exchanges[0].reqBody.tools ?? []).some(isProviderTool);
    const client = ChatClient.create(aiSdkChatModel(makeModel(server.baseURL), { allowProviderExecutedTools }));
    for (const prompt of recording.prompts) await playPrompt(recording, client, { server, executed }, prompt);
    checkRequests(recording, server.requests, executed);
  } finally {
    server.close();
  }
};

const isProviderTool = (tool) =>
  !(tool.function ?? tool.functionDeclarations ?? tool.function_declarations ?? tool.input_schema ?? tool.parameters);
