import * as v7 from 'ai';
import * as v6 from 'ai-v6';
import { describe } from 'vitest';

/** The functions that declare tools, of one version of the AI SDK. */
export interface AiSdk {
  readonly version: 6 | 7;
  readonly tool: typeof v7.tool;
  readonly dynamicTool: typeof v7.dynamicTool;
  readonly jsonSchema: typeof v7.jsonSchema;
  readonly zodSchema: typeof v7.zodSchema;
}

// The types of version 6 differ only in what these tests do not read.
const six = v6 as unknown as Omit<AiSdk, 'version'>;

/** Runs the same tests with the stock functions of AI SDK 6 and 7. */
export const onBothVersions = (what: string, tests: (sdk: AiSdk) => void): void => {
  describe(`${what} (ai 7)`, () => tests({ ...v7, version: 7 }));
  describe(`${what} (ai 6)`, () => tests({ ...six, version: 6 }));
};
