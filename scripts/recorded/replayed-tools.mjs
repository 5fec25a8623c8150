import { ToolCallback } from 'toolgate/tool';

/** A tool that answers as it did when it was recorded. */
class ReplayedTool extends ToolCallback {
  metadata = {};

  constructor(definition, answer) {
    super();
    this.definition = definition;
    this.answer = answer;
  }

  async call(_input, context) {
    return { output: { type: 'text', text: this.answer(context) }, outcome: { type: 'success' } };
  }
}

/** The tools of the recorded requests of a prompt. `executed` collects the returned results, by the index of the request that sends them. */
export const replayedTools = (recording, { first, last }, server, executed) => {
  const answer = ({ call }) => {
    const next = server.requests.length;
    const result = recording.resultsFor(next)[call.index];
    if (!result) throw new Error(`No result of ${call.toolName} is recorded for request ${next + 1}.`);
    executed.set(next, [...(executed.get(next) ?? []), result.text]);
    if (result.error) throw new Error(result.text);
    return result.text;
  };
  const requests = recording.exchanges.slice(first, last + 1);
  const definitions = requests.flatMap(({ reqBody }) => recording.wire.tools(reqBody));
  const named = new Map(definitions.map((definition) => [definition.name, definition]));
  return [...named.values()].map((definition) => new ReplayedTool(definition, answer));
};
