import { afterEach, describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import {
  type JsonObject,
  Tool,
  ToolApprovalDecision,
  ToolApprovalStrategy,
  type ToolgateModuleOptions,
  ToolParam,
} from 'toolgate';
import type { JsonValue } from 'toolgate/model';
import { callsTools, toolCall } from 'toolgate/testing';
import { boot, lastResults } from '../story.fixture.js';

@Injectable()
class Notes {
  kept: unknown;

  @Tool({ description: 'Keeps anything' })
  keep(@ToolParam({ schema: {} }) note: JsonValue) {
    this.kept = note;
    return 'kept';
  }
}

/** Runs one call with these arguments and returns its outcome. */
const call = async (input: string, toolCalling: ToolgateModuleOptions['toolCalling'] = {}) => {
  const asked: JsonObject[] = [];
  const strategy = ToolApprovalStrategy.of((_tool, args) => {
    asked.push(args);
    return ToolApprovalDecision.approve();
  });
  const { chat, app, model } = await boot({
    script: [callsTools({ ...toolCall('keep'), input }), 'End.'],
    providers: [Notes],
    options: { toolCalling, approval: { strategy } },
  });
  await chat.prompt('Go').tools(Notes).call().content();
  const { output, outcome } = lastResults(model)[0]!;
  return { text: output.type === 'text' ? output.text : '', outcome, asked, kept: app.get(Notes).kept };
};

const ofBytes = (bytes: number) => `{"note":"${'x'.repeat(bytes - '{"note":""}'.length)}"}`;
// The object and the list also count as values.
const ofValues = (values: number) => `{"note":[${Array.from({ length: values - 2 }, () => 0).join()}]}`;
const ofDepth = (depth: number) => `{"note":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

const refused = async (input: string, message: string, toolCalling?: ToolgateModuleOptions['toolCalling']) => {
  const { text, outcome, asked, kept } = await call(input, toolCalling);
  expect({ text, outcome }).toEqual({
    text: `Invalid arguments for "keep": ${message}.`,
    outcome: { type: 'error', kind: 'invalid-arguments' },
  });
  expect({ asked, kept }).toEqual({ asked: [], kept: undefined });
};

const runs = async (input: string, toolCalling?: ToolgateModuleOptions['toolCalling']) => {
  const { outcome, asked, kept } = await call(input, toolCalling);
  expect(outcome).toEqual({ type: 'success' });
  expect(asked).toEqual([JSON.parse(input)]);
  expect({ note: kept }).toEqual(JSON.parse(input));
};

describe('arguments that are too large return an error to the model, and no tool runs', () => {
  it('if they have more than 1,000,000 bytes', async () => {
    await runs(ofBytes(1_000_000));
    await refused(ofBytes(1_000_001), 'must have at most 1000000 bytes');
    // Each `é` has one UTF-16 unit and two bytes.
    await refused(`{"note":"${'é'.repeat(500_000)}"}`, 'must have at most 1000000 bytes');
  });

  it('if they have more than 10,000 values', async () => {
    await runs(ofValues(10_000));
    await refused(ofValues(10_001), 'must have at most 10000 values');
  });

  it('if they have more than 100 levels', async () => {
    await runs(ofDepth(100));
    await refused(ofDepth(101), 'must be nested at most 100 levels deep');
    await refused(ofDepth(200_000), 'must have at most 10000 values');
  });

  it('before they are parsed, even if they are not JSON', async () => {
    await refused(`${ofBytes(1_000_001)}}`, 'must have at most 1000000 bytes');
    await refused(`${ofValues(10_001)}}`, 'must have at most 10000 values');
    await refused('['.repeat(9_000), 'must be nested at most 100 levels deep');
  });

  it('and count as calls of the turn', async () => {
    const input = ofValues(10_001);
    const { chat } = await boot({
      script: [...Array.from({ length: 3 }, () => callsTools({ ...toolCall('keep'), input })), 'End.'],
      providers: [Notes],
      options: { toolCalling: { limits: { callsPerTool: 2 } } },
    });
    const response = await chat.prompt('Go').tools(Notes).call().chatResponse();
    expect(response.finishReason.unified).toBe('tool-call-limit');
  });
});

describe('the limits of arguments', () => {
  afterEach(() => {
    for (const key of Object.keys(process.env)) if (key.startsWith('TOOLGATE_')) delete process.env[key];
  });

  it('are set by options of the module', async () => {
    const toolCalling = { arguments: { maxBytes: 30, maxNodes: 4, maxDepth: 2 } };
    await runs(ofBytes(30), toolCalling);
    await refused(ofBytes(31), 'must have at most 30 bytes', toolCalling);
    await refused(ofValues(5), 'must have at most 4 values', toolCalling);
    await refused(ofDepth(3), 'must be nested at most 2 levels deep', toolCalling);
    await runs(ofBytes(2_000_000), { arguments: { maxBytes: Infinity } });
    await runs(ofValues(20_000), { arguments: { maxNodes: Infinity } });
  });

  it('may allow up to 1,000 levels, which every step of a call can process', async () => {
    await runs(ofDepth(1000), { arguments: { maxDepth: 1000 } });
  });

  it('are set by environment variables', async () => {
    Object.assign(process.env, {
      TOOLGATE_ARGUMENTS_MAX_BYTES: '30',
      TOOLGATE_ARGUMENTS_MAX_NODES: 'unlimited',
      TOOLGATE_ARGUMENTS_MAX_DEPTH: '2',
    });
    await refused(ofBytes(31), 'must have at most 30 bytes');
    await refused(ofDepth(3), 'must be nested at most 2 levels deep');
    await runs(ofValues(20_000), { arguments: { maxBytes: Infinity } });
    process.env['TOOLGATE_ARGUMENTS_MAX_DEPTH'] = 'unlimited';
    await expect(boot({})).rejects.toThrow('TOOLGATE_ARGUMENTS_MAX_DEPTH must be a whole number from 1 to 1000.');
  });

  it.each([
    ['maxBytes', 0, 'toolCalling.arguments.maxBytes is 0. Pass a whole number of bytes above 0, or Infinity.'],
    ['maxBytes', '1 MB', "toolCalling.arguments.maxBytes is '1 MB'. Pass a whole number of bytes above 0"],
    ['maxNodes', 1.5, 'toolCalling.arguments.maxNodes is 1.5. Pass a whole number above 0, or Infinity.'],
    ['maxDepth', Infinity, 'toolCalling.arguments.maxDepth is Infinity. Pass a whole number from 1 to 1000.'],
    ['maxDepth', 1001, 'toolCalling.arguments.maxDepth is 1001. Pass a whole number from 1 to 1000.'],
    [
      'maxSize',
      5,
      'Unknown option toolCalling.arguments.maxSize of ToolgateModule.forRoot(). Use one of: maxBytes, maxNodes, maxDepth.',
    ],
  ])('stop start-up if they are invalid: %s is %o', async (name, value, problem) => {
    await expect(boot({ options: { toolCalling: { arguments: { [name]: value } } as never } })).rejects.toThrow(
      problem,
    );
  });
});
