import type { Suspension } from 'toolgate/chat';
import type { ToolCallbackResolver } from 'toolgate/tool';
import { SuspensionException } from '../approval.errors.js';

/** Throws `SuspensionException` for a tool that could not be found again by its name. */
export const assertFound = ({ request, loop, batch }: Suspension, tools: ToolCallbackResolver): void => {
  for (const name of new Set([...request.tools, ...loop.tools])) {
    if (!tools.resolve(name)) refuse(name);
  }
  for (const { prepared } of batch) {
    if (prepared && tools.resolve(prepared.callback.definition.name) !== prepared.callback) {
      refuse(prepared.callback.definition.name);
    }
  }
};

const refuse = (name: string): never => {
  throw new SuspensionException(
    `The turn has to wait for a person, and its tool "${name}" came with the one call and cannot be found again by its name. Declare it in a module, and name its class. Nothing of its tool calls ran.`,
  );
};
