import { AgentCapabilitiesSchema } from '@ag-ui/core/schemas';
import type { AgentCapabilities } from '@ag-ui/core';
import { describe, expect, it } from 'vitest';
import { agUiCapabilities } from './capabilities.js';

describe('the capabilities of an agent', () => {
  it('are of the protocol, whose schema also accepts names that it does not know', () => {
    const declared: AgentCapabilities = agUiCapabilities();
    expect(AgentCapabilitiesSchema.parse(declared)).toEqual(declared);
    const { shape } = AgentCapabilitiesSchema;
    for (const [group, values] of Object.entries(agUiCapabilities())) {
      const known = Object.keys(shape).includes(group) && shape[group as 'tools'].unwrap().shape;
      expect(Object.keys(known)).toEqual(expect.arrayContaining(Object.keys(values)));
    }
  });

  it('declare approvals with edits as interrupts, and no tools of the page', () => {
    expect(agUiCapabilities()).toMatchObject({
      humanInTheLoop: { supported: true, approvals: true, interrupts: true, approveWithEdits: true },
      tools: { supported: true, clientProvided: false },
      transport: { streaming: true },
    });
  });
});
