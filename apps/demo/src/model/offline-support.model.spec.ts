import { describe, expect, it } from 'vitest';
import {
  assistantMessage,
  type ChatResponse,
  foldStream,
  type Message,
  textOf,
  type ToolCallOutcome,
  toolCallsOf,
  toolMessage,
  type ToolResultOutput,
  userMessage,
} from 'toolgate/model';
import { ORDER_BOOK } from '../orders/order-book.js';
import { OfflineSupportModel } from './offline-support.model.js';

interface Result {
  readonly output: ToolResultOutput;
  readonly outcome: ToolCallOutcome;
}

type Desk = Readonly<Record<string, (input: Record<string, unknown>) => Result>>;

const json = (value: unknown): Result => ({
  output: { type: 'json', value: value as never },
  outcome: { type: 'success' },
});
const denied = (reason: string): Result => ({
  output: { type: 'text', text: `Tool execution was denied: ${reason}` },
  outcome: { type: 'denied', decision: 'reject', reason },
});
const failed = (text: string): Result => ({
  output: { type: 'text', text },
  outcome: { type: 'error', kind: 'execution' },
});

const DESK: Desk = {
  findOrder: ({ orderNumber }) => {
    const order = ORDER_BOOK.find(({ number }) => number === orderNumber);
    return order ? json(order) : failed(`acme has no order ${String(orderNumber)}.`);
  },
  listOrders: ({ customer }) =>
    json(ORDER_BOOK.filter((order) => order.customer.toLowerCase().includes(String(customer)))),
  refund: ({ orderNumber: number, amount }) =>
    Number(amount) > 50 ? denied('Refunds above €50 need a person.') : json({ number, refunded: amount }),
  cancelOrder: ({ orderNumber }) => (orderNumber === 'A-1051' ? failed('It is shipped.') : json({})),
  sendEmail: () => ({ output: { type: 'text', text: 'Done' }, outcome: { type: 'success' } }),
};

const model = new OfflineSupportModel();

const streamed = async (prompt: Parameters<typeof model.stream>[0]) => {
  const fold = foldStream();
  const stream = model.stream(prompt);
  for (let step = await stream.next(); ; step = await stream.next()) {
    if (step.done) return { returned: step.value, folded: fold.response() };
    fold.add(step.value);
  }
};

/** Plays a whole turn and returns its rounds of calls and its answer; runs each round by call and by stream. */
const play = async (message: string, desk: Desk = DESK, earlier: readonly Message[] = []) => {
  const tools = Object.keys(desk).map((name) => ({ name, description: name, inputSchema: {} }));
  const rounds: string[][] = [];
  let messages: readonly Message[] = [...earlier, userMessage(message)];
  for (;;) {
    const response: ChatResponse = await model.call({ messages, tools });
    expect(await streamed({ messages, tools })).toEqual({ returned: response, folded: response });
    const calls = toolCallsOf(response.message);
    if (calls.length === 0) return { rounds, answer: textOf(response.message) };
    rounds.push(calls.map(({ toolName, input }) => `${toolName} ${input}`));
    const results = calls.map(({ toolCallId, toolName, input }) => ({
      type: 'tool-result' as const,
      toolCallId,
      toolName,
      ...(desk[toolName]?.(JSON.parse(input)) ?? failed('unknown tool')),
    }));
    messages = [...messages, response.message, toolMessage(results)];
  }
};

describe('the offline model', () => {
  it('looks up the amount of an order before it refunds all of it', async () => {
    expect(await play('Refund A-1042')).toEqual({
      rounds: [['findOrder {"orderNumber":"A-1042"}'], ['refund {"orderNumber":"A-1042","amount":40}']],
      answer: 'I refunded €40 of order A-1042.',
    });
  });

  it('refunds a named amount at once', async () => {
    expect((await play('refund 20.50 of A-1042')).rounds).toEqual([['refund {"orderNumber":"A-1042","amount":20.5}']]);
  });

  it('answers with the reason for a denial', async () => {
    expect((await play('Refund A-1043')).answer).toBe(
      'I was not allowed to refund order A-1043: Refunds above €50 need a person.',
    );
  });

  it('answers with the reason of a rejection or an expiry, as a sentence', async () => {
    const desk = { ...DESK, cancelOrder: () => denied('it was not approved in time') };
    expect((await play('Cancel A-1050', desk)).answer).toBe(
      'I was not allowed to cancel order A-1050: it was not approved in time.',
    );
  });

  it('answers with the refunded amount if a person changed it', async () => {
    const desk = { ...DESK, refund: () => json({ number: 'A-1042', refunded: 25 }) };
    expect((await play('Refund A-1042', desk)).answer).toBe(
      'I refunded €25 of order A-1042. A person changed the request from €40 of A-1042.',
    );
  });

  it('answers with the response of a person in place of a tool result', async () => {
    const responded = (text: string): Result => ({ output: { type: 'text', text }, outcome: { type: 'responded' } });
    const desk = { ...DESK, cancelOrder: () => responded('Ben keeps it.') };
    expect((await play('Cancel A-1050', desk)).answer).toBe(
      'I left it to a person to cancel order A-1050: Ben keeps it.',
    );
  });

  it.each(['What became of it?', 'So, what happened?', 'Has it been approved?', 'What did you do?'])(
    'repeats its last answer: %s',
    async (message) => {
      const earlier = [userMessage('Refund A-1042'), assistantMessage('I refunded €40 of order A-1042.')];
      expect((await play(message, DESK, earlier)).answer).toBe('My last answer was: I refunded €40 of order A-1042.');
      expect((await play(message)).answer).toBe('Nothing has happened yet in this conversation.');
    },
  );

  it('answers with the error of a tool', async () => {
    expect((await play('Cancel A-1051')).answer).toBe('I could not cancel order A-1051: It is shipped.');
    expect((await play('Refund Z-9999')).answer).toBe('I could not refund order Z-9999: acme has no order Z-9999.');
  });

  it('runs independent requests in parallel, and answers each', async () => {
    const { rounds, answer } = await play('Refund 10 of A-1042, cancel A-1051 and list the orders of Gina');
    expect(rounds).toEqual([
      [
        'refund {"orderNumber":"A-1042","amount":10}',
        'cancelOrder {"orderNumber":"A-1051"}',
        'listOrders {"customer":"gina"}',
      ],
    ]);
    expect(answer).toBe(
      'I refunded €10 of order A-1042. I could not cancel order A-1051: It is shipped. ' +
        'The orders of Gina Diaz: G-2001 (tea kettle, €40, paid), G-2002 (coffee machine, €80, shipped).',
    );
  });

  it('runs requests about one order one after the other', async () => {
    const { rounds, answer } = await play('Find A-1042, refund it and e-mail the customer');
    expect(rounds).toEqual([
      ['findOrder {"orderNumber":"A-1042"}'],
      ['refund {"orderNumber":"A-1042","amount":40}'],
      [
        'sendEmail {"to":"ann@example.com","subject":"Your order A-1042","body":"We refunded €40 of your order A-1042."}',
      ],
    ]);
    expect(answer).toContain('I e-mailed ann@example.com: "We refunded €40 of your order A-1042."');
  });

  it('notifies no customer of a refund that did not happen', async () => {
    const { rounds, answer } = await play('Refund A-1043 and tell the customer that the money is on its way');
    expect(rounds.flat().filter((call) => call.startsWith('sendEmail'))).toEqual([]);
    expect(answer).toContain('Refunds above €50 need a person. So I did not e-mail the customer of order A-1043.');
  });

  it('finds the address of a customer who is named', async () => {
    const { rounds } = await play('E-mail Gina that her kettle is on its way');
    expect(rounds[1]?.[0]).toContain('"to":"gina@example.com"');
    expect((await play('E-mail Zoe that her kettle is on its way')).answer).toBe(
      'I could not e-mail zoe: no customer is called "zoe".',
    );
  });

  it('calls only the tools of its prompt', async () => {
    const { refund: _, ...desk } = DESK;
    expect(await play('Refund 20 of A-1042', desk)).toEqual({
      rounds: [],
      answer: 'I could not refund order A-1042: the tool "refund" is not available to me.',
    });
  });

  it('answers the last message only', async () => {
    const earlier = [userMessage('Refund A-1042'), assistantMessage('I refunded €40 of order A-1042.')];
    expect((await play('Cancel A-1050', DESK, earlier)).rounds).toEqual([['cancelOrder {"orderNumber":"A-1050"}']]);
  });

  it('states that it does not understand', async () => {
    const { rounds, answer } = await play('What is the meaning of life?');
    expect(rounds).toEqual([]);
    expect(answer).toContain('I did not understand "What is the meaning of life"');
    expect(answer).toContain('OPENAI_API_KEY');
  });

  it('stops when the caller leaves', async () => {
    const prompt = { messages: [userMessage('hello')] };
    await expect(model.call(prompt, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    await expect(model.stream(prompt, { signal: AbortSignal.abort() }).next()).rejects.toThrow('aborted');
  });
});
