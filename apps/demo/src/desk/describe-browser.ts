import { clientTool } from 'toolgate';

const pixels = { type: 'integer', minimum: 0, maximum: 100_000 } as const;

/** A tool of the page: it runs in the browser of the customer, and the page sends its answer. */
export const describeBrowser = clientTool({
  name: 'describeBrowser',
  description: 'Read which browser the customer uses, and the size of its window in pixels',
  outputSchema: {
    type: 'object',
    properties: { browser: { type: 'string', maxLength: 100 }, width: pixels, height: pixels },
    required: ['browser', 'width', 'height'],
  },
  requiresApproval: false,
  expiresInMs: 60_000,
});
