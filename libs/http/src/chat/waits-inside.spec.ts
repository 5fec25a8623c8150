import { describe, expect, it } from 'vitest';
import type { StreamPart } from 'toolgate/model';
import { AgUiEncoder } from './ag-ui/ag-ui-encoder.js';
import type { AgUiEvent } from './ag-ui/ag-ui-event.js';
import { UiMessageEncoder } from './ui-message-stream/ui-message-encoder.js';

const find = { toolCallId: 'find-1', toolName: 'find' };
const agent = { toolCallId: 'agent-1', toolName: 'agent' };

/** A turn whose call waits for the turn of an agent, beside a call that has its result. */
const PARTS: readonly StreamPart[] = [
  { type: 'tool-call', ...find, input: '{}', round: 0 },
  { type: 'tool-call', ...agent, input: '{"task":"refund"}', round: 0 },
  { type: 'tool-result', ...find, output: { type: 'text', text: 'found' }, outcome: { type: 'success' }, round: 0 },
  {
    type: 'suspended',
    runId: 'outer',
    batch: [
      { ...find, verdict: 'done' },
      { ...agent, verdict: 'wait', innerRunId: 'inner' },
    ],
    round: 0,
  },
];

describe('a turn that waits for the turn of an agent', () => {
  it('is shown by the UI message stream as waiting inside, and the other result stays', () => {
    const encoder = new UiMessageEncoder({ messageId: 'outer' });
    const chunks = [...encoder.start(), ...PARTS.flatMap((part) => encoder.encode(part))];
    const outputs = chunks.filter(({ type }) => type === 'tool-output-available');
    expect(outputs).toEqual([
      { type: 'tool-output-available', toolCallId: 'find-1', output: 'found' },
      {
        type: 'tool-output-available',
        toolCallId: 'agent-1',
        output: {
          status: 'waiting',
          text: 'Waits for a decision inside it.',
          reason: 'toolgate:waits_inside',
          innerRunId: 'inner',
        },
        preliminary: true,
      },
    ]);
  });

  it('is shown by AG-UI as an interrupt without an answer', () => {
    const events: AgUiEvent[] = [];
    const encoder = new AgUiEncoder({ threadId: 't', runId: 'r', turnId: 'outer' }, (event) => events.push(event));
    encoder.start();
    for (const part of PARTS) encoder.part(part);
    encoder.finish();
    expect(events.at(-1)).toMatchObject({
      type: 'RUN_FINISHED',
      outcome: {
        type: 'interrupt',
        interrupts: [
          {
            id: 'run:outer',
            reason: 'toolgate:waits_inside',
            message: '"agent" waits for a decision inside.',
            responseSchema: { type: 'object', properties: {}, additionalProperties: false },
            metadata: { toolgate: { runId: 'outer', inside: [{ ...agent, innerRunId: 'inner' }] } },
          },
        ],
      },
    });
    expect(events.filter(({ type }) => type === 'TOOL_CALL_RESULT')).toHaveLength(1);
  });
});
