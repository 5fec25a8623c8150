import { describe, expect, it } from 'vitest';
import type { StoredApproval, StoredRun } from 'toolgate/approval';
import type { Evidence } from '../evidence.fixture.js';
import type { BodyLine, DecisionLine, LedgerLine, RequestLine } from '../ledger/ledger-line.fixture.js';
import { planOf } from '../shop/plan.fixture.js';
import { linesOf } from './findings.fixture.js';
import { problemsOf } from './problems-of.fixture.js';
import { storyOf } from './story.fixture.js';

/** A turn whose first batch contains a large payment and a look-up, and that has a second batch. */
const turn = Array.from({ length: 10_000 }, (_, index) => `acme/1/ann/${index}`).find((name) => {
  const [first = [], second] = planOf(name);
  const pays = first[0]?.tool === 'pay' && first[0].amount === 150;
  return (
    pays && first[1]?.tool === 'look' && first.length === 2 && second?.[0]?.tool === 'mail' && second[0].amount < 50
  );
})!;

const story = storyOf(turn);
const start = linesOf(story.lines, 'start').find(({ tool }) => tool === 'pay')!;
const mail = linesOf(story.lines, 'start').find(({ tool }) => tool === 'mail')!;

const findingsIn = (evidence: Partial<Evidence>): readonly string[] =>
  problemsOf({ ...story, ...evidence }).map(({ what }) => what);

const isStart = (line: LedgerLine): boolean => line === start;
const withLines = (...lines: readonly LedgerLine[]) => ({ lines: [...story.lines, ...lines] });
const withoutLines = (isOut: (line: LedgerLine) => boolean) => ({ lines: story.lines.filter((line) => !isOut(line)) });
const changing = <T extends LedgerLine>(which: (line: LedgerLine) => boolean, change: (line: T) => object) => ({
  lines: story.lines.map((line) => (which(line) ? ({ ...line, ...change(line as T) } as LedgerLine) : line)),
});
const asRun = (change: Partial<StoredRun>) => ({ runs: story.runs.map((run) => ({ ...run, ...change })) });
const asApproval = (change: Partial<StoredApproval>) => ({
  approvals: story.approvals.map((one) => (one.idempotencyKey === start.key ? { ...one, ...change } : one)),
});
const isVoteOf =
  (voter: string) =>
  (line: LedgerLine): boolean =>
    line.type === 'decision' && line.by.id === voter && line.key === start.key;

const lastRequest = linesOf(story.lines, 'request').at(-1)!;
const isLastRequest = (line: LedgerLine): boolean => line === lastRequest;
const asMessages = (change: (messages: RequestLine['messages']) => RequestLine['messages']) =>
  changing<RequestLine>(isLastRequest, ({ messages }) => ({ messages: change(messages) }));
const later = 1000;

describe('the checks of a chaos run', () => {
  it('find nothing in a correct turn', () => {
    expect(findingsIn({})).toEqual([]);
  });

  describe('find a body that ran ungated, such as', () => {
    it.each([
      ['no vote', withoutLines((line) => line.type === 'decision' && line.key === start.key)],
      ['one vote of two', withoutLines(isVoteOf('bob'))],
      [
        'a vote that was refused',
        {
          lines: story.lines.map((line): LedgerLine =>
            line.type === 'decided' && line.attempt === `bob on ${start.key}`
              ? { type: 'decided', attempt: line.attempt, problem: 'conflict', at: line.at }
              : line,
          ),
        },
      ],
      ['a vote that came after it began', changing<DecisionLine>(isVoteOf('bob'), () => ({ at: start.at + 1 }))],
      [
        'votes on other arguments',
        changing<DecisionLine>(isVoteOf('bob'), ({ command }) => ({ command: { ...command, argsHash: 'another' } })),
      ],
      ['votes on an earlier revision', asApproval({ revision: 2 })],
      [
        'one person twice',
        changing<DecisionLine>(isVoteOf('bob'), () => ({ by: { id: 'cleo', tenant: 'acme', roles: ['director'] } })),
      ],
      [
        'a person without the role',
        changing<DecisionLine>(isVoteOf('bob'), () => ({ by: { id: 'eve', tenant: 'acme', roles: ['clerk'] } })),
      ],
      [
        'a vote of the requester, under four eyes',
        changing<DecisionLine>(isVoteOf('bob'), () => ({ by: { id: 'ann', tenant: 'acme', roles: ['director'] } })),
      ],
      [
        'a vote of a person of another tenant',
        changing<DecisionLine>(isVoteOf('bob'), () => ({ by: { id: 'bob', tenant: 'umbra', roles: ['director'] } })),
      ],
    ])('%s', (_, evidence) => {
      expect(findingsIn(evidence).filter((what) => what.startsWith('ungated: pay'))).toHaveLength(1);
    });

    it.each(['REJECTED', 'EXPIRED', 'CANCELLED', 'LAPSED', 'REVOKED', 'RESPONDED', 'PENDING'] as const)(
      '%s',
      (status) => {
        expect(findingsIn(asApproval({ status }))).toContain(`ungated: pay ${start.key} ran and is ${status}`);
      },
    );
  });

  describe('find a body that ran again, such as', () => {
    const again: BodyLine = { ...start, attempt: 2, at: later };

    it('a second attempt', () => {
      expect(findingsIn(withLines(again))).toEqual([`twice: pay ${start.key} began 2 times`]);
    });

    it('under another key', () => {
      expect(findingsIn(withLines({ ...again, key: 'another:0:0' }))).toContain(
        `twice: ${start.ticket} ran under several keys`,
      );
    });

    it('a tool that may be repeated, as the same attempt or with other arguments', () => {
      expect(findingsIn(withLines({ ...mail, attempt: 2, at: later }))).toEqual([]);
      expect(findingsIn(withLines({ ...mail, at: later }))).toEqual([
        `twice: one attempt of mail ${mail.key} began twice`,
      ]);
      const other = { ...mail, attempt: 2, amount: 41, at: later };
      expect(findingsIn(withLines(other))).toContain(`arguments: mail ${mail.key} began again with others`);
    });

    it('one whose outcome was reported before', () => {
      const settle = { type: 'settle', key: start.key, outcome: 'failed' } as const;
      expect(findingsIn(withLines({ ...settle, at: start.at - 0.5 }))).toContain(
        `late: pay ${start.key} began after it was reported as failed`,
      );
      expect(findingsIn(withLines({ ...settle, at: later }))).toEqual([]);
    });
  });

  describe('find a body that ran with other values, such as', () => {
    it('arguments that its approval does not show', () => {
      expect(findingsIn(asApproval({ argsHash: 'another' })).join()).toMatch(
        /arguments: it ran for 150, and its approval shows/,
      );
    });

    it('arguments that the model did not send', () => {
      expect(findingsIn(changing<BodyLine>(isStart, () => ({ amount: 151 }))).join()).toMatch(/arguments: /);
      const look = (line: LedgerLine): boolean => line.type === 'start' && line.tool === 'look';
      expect(findingsIn(changing<BodyLine>(look, () => ({ amount: 999 }))).join()).toMatch(
        /no call or edit contains 999/,
      );
    });

    it('a call that the model did not make, or at another index', () => {
      expect(findingsIn(changing<BodyLine>(isStart, () => ({ tool: 'ship' }))).join()).toMatch(
        /did not ask for this call/,
      );
      expect(findingsIn(changing<BodyLine>(isStart, () => ({ key: 'run-1:1:0' }))).join()).toMatch(
        /the call is another one/,
      );
    });

    it.each([
      ['the saved context', changing<BodyLine>(isStart, () => ({ user: 'bob' }))],
      ['the values that were created again', changing<BodyLine>(isStart, () => ({ actsAs: 'bob' }))],
      ['the record', asRun({ requester: { id: 'ann', tenant: 'umbra' } })],
    ])('another requester, by %s', (_, evidence) => {
      expect(findingsIn(evidence).join()).toMatch(/requester: it ran as/);
    });
  });

  describe('find a wrong request, such as', () => {
    it.each([
      ['a call without a result', asMessages((messages) => messages.toSpliced(2, 1))],
      ['a result without a call', asMessages((messages) => messages.toSpliced(1, 1))],
      [
        'a result too few',
        asMessages(([question, calls, results, ...rest]) => [
          question!,
          calls!,
          { ...results!, results: results!.results!.slice(1) },
          ...rest,
        ]),
      ],
      [
        'results in another order',
        asMessages(([question, calls, results, ...rest]) => [
          question!,
          calls!,
          { ...results!, results: results!.results!.toReversed() },
          ...rest,
        ]),
      ],
    ])('%s', (_, evidence) => {
      expect(findingsIn(evidence).filter((what) => what.startsWith('unpaired: '))).not.toEqual([]);
    });

    it('the results of another batch under the same ids', () => {
      const evidence = asMessages((messages) =>
        messages.map((message, index) =>
          index === 2
            ? {
                ...message,
                results: message.results!.map((result) => ({ ...result, text: `look ${turn}/9/9 for 1.` })),
              }
            : message,
        ),
      );
      expect(findingsIn(evidence).join()).toMatch(/result: .* is success .*, without that effect/);
    });

    it.each([
      ['denied', 'and its body began'],
      ['responded', 'and its body began'],
      ['not-started', 'and its body began'],
      ['error', 'and this was not reported'],
      ['unknown', 'and this was not reported'],
      ['limit', 'which nothing explains'],
    ])('a wrong result: %s', (outcome, why) => {
      const evidence = asMessages((messages) =>
        messages.map((message) =>
          message.results
            ? { ...message, results: message.results.map((result) => ({ ...result, outcome })) }
            : message,
        ),
      );
      expect(findingsIn(evidence).filter((what) => what.startsWith('result: ') && what.endsWith(why))).not.toEqual([]);
    });

    it('one round that is sent differently the second time', () => {
      const messages = lastRequest.messages.map((message, index) =>
        index === 2
          ? { ...message, results: message.results!.map((result) => ({ ...result, outcome: 'denied' })) }
          : message,
      );
      expect(findingsIn(withLines({ ...lastRequest, messages, at: later })).join()).toMatch(
        /was sent with different results/,
      );
    });

    it.each([
      ['another tenant', 'umbra/1/ann/0'],
      ['another conversation', 'acme/2/ann/0'],
    ])('a memory of %s', (_, other) => {
      const evidence = asMessages((messages) => [
        { role: 'user', turn: other },
        { role: 'assistant', calls: [] },
        ...messages,
      ]);
      expect(findingsIn(evidence)).toContain(`memory: the conversation acme/1 holds ${other}`);
    });

    it('a turn that is twice in memory', () => {
      const evidence = asMessages((messages) => [
        { role: 'user', turn },
        { role: 'assistant', calls: [] },
        ...messages,
      ]);
      expect(findingsIn(evidence)).toContain(`memory: a request of ${turn} holds a turn twice`);
    });
  });

  describe('find a decision', () => {
    it('that counted although its approver was not allowed to decide', () => {
      const by = { id: 'eve', tenant: 'acme', roles: [] };
      expect(findingsIn(changing<DecisionLine>(isVoteOf('bob'), () => ({ by }))).join()).toMatch(
        /authority: eve of acme decided/,
      );
    });

    it('that was acknowledged and is missing', () => {
      expect(findingsIn(asApproval({ commands: [] })).join()).toMatch(
        /lost: the decision yes of bob was acknowledged and is gone/,
      );
      expect(findingsIn({ approvals: [] }).join()).toMatch(/lost: the approval .* is gone/);
    });

    it('that was refused and is stored all the same', () => {
      const lines = story.lines.map((line): LedgerLine => {
        if (line.type !== 'decided' || line.attempt !== `bob on ${start.key}`) return line;
        return { type: 'decided', attempt: line.attempt, problem: 'unavailable', at: line.at };
      });
      expect(findingsIn({ lines })).toContain('refused: yes of bob was refused and is stored');
    });

    it('whose final state changed', () => {
      expect(findingsIn(asApproval({ status: 'FAILED' })).join()).toMatch(/lost: .* was SUCCEEDED and is FAILED/);
    });
  });

  describe('find a wrong end, such as', () => {
    it.each([
      ['a run that waits', asRun({ status: 'suspended' }), /stuck: the run run-1 is suspended/],
      ['a run that is being resumed', asRun({ status: 'resuming' }), /stuck: the run run-1 is resuming/],
      [
        'a run whose conversation was not updated',
        asRun({ closing: 'completed' }),
        /stuck: the run run-1 is completed/,
      ],
      ['a run that failed', asRun({ status: 'failed', error: 'no disk' }), /has failed: no disk/],
      ['a run that left out a batch', asRun({ round: 0 }), /is completed after round 0/],
      ['an approval that executes', asApproval({ status: 'EXECUTING' }), /stuck: the approval .* is EXECUTING/],
      [
        'a success without an effect',
        withoutLines((line) => line.type === 'effect' && line.key === start.key),
        /SUCCEEDED without an effect/,
      ],
      [
        'the answer of another turn',
        changing(
          (line) => line.type === 'answer',
          () => ({ content: 'Done with another.' }),
        ),
        /answer: .* was answered with Done with another\./,
      ],
      ['a run that is gone', { runs: [] }, /lost: the run run-1 is gone/],
    ])('%s', (_, evidence, what) => {
      expect(findingsIn(evidence).join()).toMatch(what);
    });
  });

  it('find a process that ended by itself, and an error that is a programming mistake', () => {
    expect(findingsIn({ faults: ['The process ended with SIGABRT'] })).toEqual([
      'process: The process ended with SIGABRT',
    ]);
    const error = { type: 'error', doing: 'ask', message: 'x is not a function', at: later } as const;
    expect(findingsIn(withLines({ ...error, name: 'TypeError' }))).toEqual([
      'process: ask failed with TypeError: x is not a function',
    ]);
    expect(findingsIn(withLines({ ...error, name: 'ApprovalConflictException' }))).toEqual([]);
  });
});
