import assert from 'node:assert/strict';
import { aiSdkChatModel } from 'toolgate/ai-sdk';
import { toolCallsOf } from 'toolgate/model';
import { checkRequests } from './check-requests.mjs';
import { isStreamed } from './recording.mjs';
import { replayServer } from './replay-server.mjs';
import { replayedTools } from './replayed-tools.mjs';
import { straight } from './straight.mjs';
import { suspended } from './suspended.mjs';

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

const playPrompt = async (setting, open, { first, last }) => {
  const { recording, server, executed } = setting;
  const { exchanges, wire } = recording;
  const { reqBody } = exchanges[first];
  const tools = replayedTools(recording, { first, last }, server, executed);
  const client = await open({ ...setting, tools });
  const mode = isStreamed(exchanges) ? 'stream' : 'call';
  try {
    const turn = client.prompt({ messages: wire.messages(reqBody), options: wire.options(reqBody) })[mode]();
    const { status } = exchanges[last];
    if (status < 400) return checkEnd(await client.outcomeOf(turn, mode), recording.endOf({ first, last }));
    const error = await client.outcomeOf(turn, mode).then(
      () => assert.fail(`HTTP ${status} is not reported`),
      (failure) => failure,
    );
    return assert.equal(statusOf(error), status, `HTTP ${status} is reported as: ${error.message}`);
  } finally {
    await client.close();
  }
};

/** Returns the sent requests, with fixed ids in place of the random ids of a provider's package. */
const withoutMadeIds = ({ exchanges, wire }, requests) => {
  const recorded = JSON.stringify(exchanges);
  const bodies = requests.map(({ body }) => body);
  const ids = bodies.flatMap((body, index) => wire.events(body, exchanges.slice(0, index)).map(({ id }) => id));
  const made = [...new Set(ids)].filter((id) => id && !recorded.includes(id));
  return made.reduce((text, id, index) => text.replaceAll(id, `made-${index}`), JSON.stringify(bodies));
};

/** Plays all prompts of a recording over HTTP with the clients that `open` makes, and checks the requests and the answers. */
const playWith = async (open, recording, makeModel) => {
  const server = await replayServer(recording.exchanges);
  const executed = new Map();
  let suspensions = 0;
  const onSuspension = () => (suspensions += 1);
  try {
    const allowProviderExecutedTools = (recording.exchanges[0].reqBody.tools ?? []).some(isProviderTool);
    const model = aiSdkChatModel(makeModel(server.baseURL), { allowProviderExecutedTools });
    const setting = { recording, server, executed, model, onSuspension };
    for (const prompt of recording.prompts) await playPrompt(setting, open, prompt);
    checkRequests(recording, server.requests, executed);
    return { bodies: withoutMadeIds(recording, server.requests), batches: executed.size, suspensions };
  } finally {
    server.close();
  }
};

/** Plays a recording with one model as it was recorded, and again with a suspension before each tool call: the provider must not see it. */
export const play = async (recording, makeModel) => {
  const { bodies, batches } = await playWith(straight, recording, makeModel);
  const again = await playWith(suspended, recording, makeModel).catch((error) => {
    throw new Error(`with suspensions: ${error.message}`, { cause: error });
  });
  assert.equal(again.suspensions, batches, `${again.suspensions} suspensions for ${batches} batches of tool calls`);
  assert.equal(again.bodies, bodies, 'with suspensions, the provider receives other requests');
};

const isProviderTool = (tool) =>
  !(tool.function ?? tool.functionDeclarations ?? tool.function_declarations ?? tool.input_schema ?? tool.parameters);
