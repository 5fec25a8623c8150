import { clientTool, toolCallback } from 'toolgate';
import type { JsonSchema } from 'toolgate/model';
import type { ToolCallback, ToolHints } from 'toolgate/tool';
import { HOSTILE } from './texts.fixture.js';

/** What the bodies of the tools do, and what they have done. */
export interface Effects {
  /** One line for each body that ran. */
  readonly done: string[];
  /** The result of a payout; it may never come. */
  payout: () => Promise<string>;
  /** Called before the model answers the results of tools; it may throw. */
  answers: () => void;
}

const euros = { type: 'number', minimum: 0.01, maximum: 5000, description: 'In the currency of the order' };
const currency = { type: 'string', enum: ['EUR', 'USD', 'CHF'] };

const refund = {
  name: 'refund',
  description: 'Refunds an order to the card that paid it',
  inputSchema: {
    type: 'object',
    properties: {
      orderNumber: { type: 'string', pattern: '^[A-Z]-\\d{4}$', description: 'Such as A-1043' },
      amount: euros,
      currency,
    },
    required: ['orderNumber', 'amount', 'currency'],
    additionalProperties: false,
  },
};

const transfer = {
  name: 'transferMoney',
  description: 'Transfers money from the account of the shop',
  inputSchema: {
    type: 'object',
    properties: {
      iban: { type: 'string', title: 'IBAN', minLength: 15, maxLength: 34 },
      recipient: { type: 'string', minLength: 1 },
      amount: { type: 'number', exclusiveMinimum: 0 },
      currency,
      executeOn: { type: 'string', format: 'date', description: 'The day of the transfer' },
      reference: { type: 'string', maxLength: 140 },
      isUrgent: { type: 'boolean' },
    },
    required: ['iban', 'recipient', 'amount', 'currency', 'executeOn'],
    additionalProperties: false,
  },
};

const email = {
  name: 'sendEmail',
  description: 'Sends an e-mail to a customer',
  inputSchema: {
    type: 'object',
    properties: {
      to: { type: 'string', format: 'email' },
      subject: { type: 'string', maxLength: 200 },
      body: { type: 'string' },
      attachments: {
        type: 'array',
        maxItems: 5,
        items: {
          type: 'object',
          properties: { name: { type: 'string' }, url: { type: 'string', format: 'uri' } },
          required: ['name', 'url'],
          additionalProperties: false,
        },
      },
    },
    required: ['to', 'subject', 'body'],
    additionalProperties: false,
  },
};

const deploy = {
  name: 'deploy',
  description: 'Deploys a service with a new configuration',
  inputSchema: {
    type: 'object',
    properties: {
      service: { type: 'string' },
      environment: { type: 'string', enum: ['staging', 'production'] },
      startAt: { type: 'string', format: 'date-time' },
      config: { type: 'object' },
    },
    required: ['service', 'environment', 'config'],
    additionalProperties: false,
  },
};

const account = {
  name: 'deleteAccount',
  description: 'Deletes an account and all of its data. It cannot be restored.',
  hints: { destructive: true },
  inputSchema: {
    type: 'object',
    properties: { customer: { type: 'string' }, reason: { type: 'string' } },
    required: ['customer'],
    additionalProperties: false,
  },
};

const payout = {
  name: 'payOut',
  description: 'Pays an order out to its seller',
  hints: { destructive: true },
  inputSchema: {
    type: 'object',
    properties: { orderNumber: { type: 'string' }, amount: { type: 'number' }, currency },
    required: ['orderNumber', 'amount', 'currency'],
    additionalProperties: false,
  },
};

const payment = {
  name: 'schedulePayment',
  description: 'Schedules a payment',
  inputSchema: {
    type: 'object',
    properties: {
      payee: { type: 'string' },
      amountInCents: { type: 'integer', minimum: 1, maximum: 1_000_000 },
      currency,
      payAt: { type: 'string', format: 'date-time' },
    },
    required: ['payee', 'amountInCents', 'currency', 'payAt'],
    additionalProperties: false,
  },
};

/** A tool of a remote source that its publisher filled with hostile texts. */
const hostile = {
  name: `import\u202Ctxt<b>`,
  description: `Imports notes. ${HOSTILE.script} ${HOSTILE.bidi} ${HOSTILE.markdown}`,
  inputSchema: {
    type: 'object',
    properties: { [HOSTILE.link]: { type: 'string', title: HOSTILE.script, description: HOSTILE.zeroWidth } },
    additionalProperties: { type: 'string' },
  },
};

/** The name of the tool with hostile texts. */
export const HOSTILE_TOOL = hostile.name;

interface SimpleTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly hints?: ToolHints;
}

const simple: readonly SimpleTool[] = [refund, transfer, email, deploy, account, payment, hostile];

/** The tools of the shop. Each requires approval. */
export const shopTools = (effects: Effects): readonly ToolCallback[] => [
  ...simple.map((tool) =>
    toolCallback({
      ...tool,
      requiresApproval: true,
      call: (args: unknown) => {
        effects.done.push(`${tool.name} ${JSON.stringify(args)}`);
        return 'Done';
      },
    }),
  ),
  toolCallback({ ...payout, requiresApproval: true, call: () => effects.payout() }),
  toolCallback({
    name: 'exchange',
    description: 'Exchanges an order for another size',
    inputSchema: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
    question: ({ order }) => ({
      message: `Which size do you want for ${String(order)}?`,
      schema: {
        type: 'object',
        properties: { size: { type: 'string', enum: ['S', 'M', 'L'] }, note: { type: 'string' } },
        required: ['size'],
      },
    }),
    call: (args: unknown, { answer }) => {
      effects.done.push(`exchange ${JSON.stringify([args, answer])}`);
      return 'Done';
    },
  }),
  clientTool({
    name: 'locate',
    description: 'Asks the phone of the customer for its place',
    inputSchema: { type: 'object', properties: { precise: { type: 'boolean' } }, required: ['precise'] },
    outputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  }),
];
