/** Returns what an agent of Toolgate supports, in the form of AG-UI's `AgentCapabilities`. */
export const agUiCapabilities = () =>
  ({
    identity: { type: 'toolgate' },
    transport: { streaming: true, websocket: false, httpBinary: false },
    tools: { supported: true, parallelCalls: true, clientProvided: false },
    state: { snapshots: false, deltas: false },
    reasoning: { supported: true, streaming: true, encrypted: false },
    humanInTheLoop: { supported: true, approvals: true, interrupts: true, approveWithEdits: true },
  }) as const;
