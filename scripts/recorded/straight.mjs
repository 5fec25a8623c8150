import { ChatClient, ToolCallingAdvisor } from 'toolgate/chat';
import { WhileRecorded } from './while-recorded.mjs';

/** A client whose tools run as soon as they are called. */
export const straight = async ({ recording, server, model, tools }) => {
  const client = ChatClient.create(model);
  const toolExecutionEligibilityChecker = new WhileRecorded(recording, server);
  const advisor = new ToolCallingAdvisor(client.runtime.manager, { toolExecutionEligibilityChecker });
  return {
    prompt: (record) => client.prompt(record).tools(tools).advisors(advisor),
    outcomeOf: (turn) => turn.outcome(),
    close: async () => {},
  };
};
