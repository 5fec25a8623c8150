import type { ClientAnswer } from '../contract/tool-callback.js';
import { ToolDeclarationException, ToolException } from '../contract/tool.errors.js';
import { type JsonReader, jsonReader } from '../validation/json-reader.js';
import type { JsonSource } from '../types/json-source.js';
import type { ParametersSource } from '../types/parameters-source.js';
import { withPlace } from '../validation/with-place.js';
import { FunctionToolCallback } from './function-tool-callback.js';
import type { FunctionToolOptions } from './function-tool-options.js';

/** How the answer to a client tool is validated, and how long its call waits. */
interface ClientAnswerOptions {
  readonly outputSchema?: JsonSource;
  readonly expiresInMs?: number;
}

/** A tool without a body: the requester of the turn answers its calls. */
export class ClientToolCallback extends FunctionToolCallback {
  override readonly clientAnswer: ClientAnswer;

  constructor(
    options: Omit<FunctionToolOptions<ParametersSource | undefined>, 'run'>,
    { outputSchema, expiresInMs }: ClientAnswerOptions,
  ) {
    const { name } = options;
    super({ ...options, run: () => refuseRun(name) }, 'clientTool');
    const label = `clientTool("${name}")`;
    if (expiresInMs !== undefined && !(typeof expiresInMs === 'number' && expiresInMs > 0)) {
      throw new ToolDeclarationException(
        `${label}: \`expiresInMs\` must be a number above 0. Pass a number of milliseconds, or leave it out.`,
      );
    }
    const answer = outputSchema === undefined ? ANY : answerOf(withPlace(label, () => jsonReader(outputSchema)));
    this.clientAnswer = { ...answer, ...(expiresInMs !== undefined && { expiresInMs }) };
  }
}

const ANY: ClientAnswer = { read: (value) => ({ type: 'value', value }) };

const answerOf = ({ schema, read }: JsonReader<unknown>): ClientAnswer => ({ schema, read });

const refuseRun = (name: string): never => {
  throw new ToolException(
    `"${name}" is a client tool and has no body to run. The requester answers its calls with ApprovalService.decide(), decision "respond".`,
  );
};
