import { describe, expect, it } from 'vitest';
import { ChatClient, HumanApprovalStrategy } from 'toolgate';
import { InMemoryApprovalStore } from 'toolgate/approval';
import type { JsonObject } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { provideFunctionTool } from 'toolgate/tool';
import { z } from 'zod';
import { rejectionOf } from '../chat/chat.fixture.js';
import { bootDesk, yes } from './approval.fixture.js';
import { waits } from './waiting.fixture.js';

const Address = z.object({ street: z.string(), zip: z.string().optional() });

/** A box that may contain boxes. */
const Box = z.object({
  name: z.string(),
  get inside() {
    return z.array(Box).optional();
  },
});

const Parcel = z.object({
  address: Address,
  stops: z.array(z.object({ city: z.string() })).default([]),
  by: z.union([z.object({ van: z.string() }), z.object({ bike: z.string() })]).optional(),
  notes: z.record(z.string(), Address).optional(),
  extra: z.looseObject({}).optional(),
  box: Box.optional(),
});

const START = { address: { street: 'Elm' } };

const start = async () => {
  const shipped: unknown[] = [];
  const ship = provideFunctionTool('ship', {
    description: 'Ships a parcel',
    requiresApproval: true,
    parameters: Parcel,
    useFactory: () => (parcel) => {
      shipped.push(parcel);
      return 'shipped';
    },
  });
  const model = new ScriptedChatModel([callsTools(toolCall('ship', START)), 'Done.']);
  const { app, approvals } = await bootDesk(
    model,
    {
      store: new InMemoryApprovalStore(),
      approval: { strategy: new HumanApprovalStrategy({ requirement: { allowEdit: true } }) },
    },
    { providers: [ship] },
  );
  const chat = app.get(ChatClient);
  const { runId, first } = await waits(chat.prompt('Ship it').tools('ship').call());
  const edit = (editedArguments: JsonObject) =>
    approvals.decide(first.id, { ...yes(first), editedArguments }, { id: 'grace' });
  const answer = () => chat.resume(runId).call().content();
  return { app, approvals, first, edit, answer, shipped };
};

const WRONG: readonly (readonly [path: string, remedy: string, editedArguments: JsonObject])[] = [
  ['address.zipp', 'Pass only these in "address": street, zip.', { address: { street: 'Oak', zipp: '1' } }],
  [
    'stops[1].town',
    'Pass only these in "stops[1]": city.',
    { ...START, stops: [{ city: 'A' }, { city: 'B', town: 'B' }] },
  ],
  ['by.car', 'Leave it out.', { ...START, by: { van: 'V', car: 'C' } }],
  [
    'notes.a.zipp',
    'Pass only these in "notes.a": street, zip.',
    { ...START, notes: { a: { street: 'S', zipp: '1' } } },
  ],
  [
    'box.inside[0].label',
    'Pass only these in "box.inside[0]": name, inside.',
    { ...START, box: { name: 'A', inside: [{ name: 'B', label: 'C' }] } },
  ],
  ['extra.constructor', 'Leave it out.', { ...START, extra: JSON.parse('{"constructor":1}') as JsonObject }],
];

describe('an unknown name inside an object of edited arguments', () => {
  it.each(WRONG)('is refused with its path: %s', async (path, remedy, editedArguments) => {
    const { app, approvals, first, edit, shipped } = await start();
    const error = (await rejectionOf(edit(editedArguments))) as { problem?: string; message: string };
    expect(error.problem).toBe('bad-edit');
    expect(error.message).toContain(`The tool "ship" has no argument "${path}". ${remedy}`);
    expect(await approvals.get(first.id)).toMatchObject({ status: 'PENDING', revision: 1, arguments: START });
    expect(shipped).toEqual([]);
    await app.close();
  });

  it('is refused only if the schema does not allow it: declared names and open objects are accepted', async () => {
    const { app, edit, answer, shipped } = await start();
    const editedArguments = {
      address: { street: 'Oak', zip: '1' },
      stops: [{ city: 'A' }],
      by: { bike: 'B' },
      notes: { a: { street: 'S' } },
      extra: { any: { thing: [1] } },
      box: { name: 'A', inside: [{ name: 'B' }] },
    };
    await edit(editedArguments);
    await answer();
    expect(shipped).toEqual([editedArguments]);
    await app.close();
  });
});
