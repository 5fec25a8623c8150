import { describe, expect, it } from 'vitest';
import type { ApprovalEventBody, VoteBody } from 'toolgate/http/client';
import { eventsDe, requirementDe, traceDe } from '../texts/card.de.js';
import { eventsEn, requirementEn, traceEn } from '../texts/card.en.js';
import { eventWords } from './event-words.js';
import { requirementWords, whyNot } from './requirement-words.js';
import { traceWords } from './trace-words.js';

describe('the trace in words', () => {
  const trace = [
    { strategy: 'denyTools', decision: 'abstain', within: ['denyOverrides'] },
    { strategy: 'LimitStrategy', decision: 'approve', within: ['denyOverrides'] },
    { strategy: 'HumanApprovalStrategy', decision: 'ask', reason: 'Above 50.', within: ['denyOverrides'] },
    { strategy: 'leadsOnly', decision: 'reject', within: ['denyOverrides', 'shadow'] },
  ] as const;

  it('begins with what asks a person, and leaves out what explains nothing', () => {
    const { decisive, others } = traceWords(trace, traceEn);
    expect(decisive).toEqual([
      {
        decision: 'ask',
        text: 'Human approval asks a person',
        reason: 'Above 50.',
        path: ['denyOverrides', 'HumanApprovalStrategy'],
        isShadow: false,
      },
      { decision: 'approve', text: 'Limit approves', path: ['denyOverrides', 'LimitStrategy'], isShadow: false },
    ]);
    expect(others.map(({ text }) => text)).toEqual([
      'Deny tools does not decide',
      'Leads only rejects (a trial without effect)',
    ]);
    expect(traceWords(trace, traceDe).decisive[0]!.text).toBe('Human approval fragt eine Person');
  });
});

describe('events in words', () => {
  const event = (type: string, more: Partial<ApprovalEventBody> = {}): ApprovalEventBody => ({
    runId: 'r',
    tenant: 't',
    at: '2026-11-23T10:00:00.000Z',
    type,
    ...more,
  });

  it('name the person, and have a tone', () => {
    const words = eventWords(
      [
        event('PENDING', { approvalId: 'a' }),
        event('VOTED', { by: 'lee', data: { reason: 'fine' } }),
        event('APPROVED', { by: 'lee', data: { reason: 'fine' } }),
        event('VOTE_LOST', { data: { voter: 'kim' } }),
        event('CANCELLED'),
        event('BATCH', { data: { round: 1, calls: 2 } }),
        event('STARTED', { data: { index: 0, attempt: 2 } }),
        event('FINISHED', { data: { index: 1, outcome: 'success' } }),
        event('FINISHED', { data: { index: 1, outcome: 'error' } }),
        event('toString'),
        event('SOMETHING_NEW'),
      ],
      eventsEn,
    );
    expect(words.map(({ tone, text, reason }) => [tone, text, reason].filter(Boolean).join(': '))).toEqual([
      'step: Approval requested',
      'person: lee approved: fine',
      'good: Approved',
      'warn: The vote of kim no longer counts',
      'warn: Canceled',
      'step: Round 2 began with 2 calls',
      'step: Call 1 started, attempt 2',
      'step: Call 2 ended',
      'bad: Call 2 ended',
      'step: To string',
      'step: Something new',
    ]);
    expect(words[0]).toMatchObject({ approvalId: 'a', at: '2026-11-23T10:00:00.000Z' });
  });

  it('have a sentence in each language', () => {
    expect(Object.keys(eventsDe)).toEqual(Object.keys(eventsEn));
    for (const type of Object.keys(eventsDe)) {
      const [sentence] = eventWords([event(type, { by: 'lee', data: { voter: 'kim' } })], eventsDe);
      expect(sentence!.text).not.toMatch(/undefined|^$/);
    }
  });
});

describe('the requirement in words', () => {
  const vote = (voter: string, ...roles: string[]): VoteBody => ({ voter, roles, at: '2026-11-23T10:00:00.000Z' });
  const approval = {
    status: 'PENDING',
    requester: 'ann',
    requirement: {
      groups: [
        { roles: ['lead', 'finance'], quorum: 2 },
        { users: ['kim'], quorum: 1 },
      ],
      fourEyes: true,
      allowEdit: true,
      onTimeout: 'reject',
    },
    votes: [vote('lee', 'lead')],
    eligible: [{ id: 'lee' }, { id: 'kim', name: 'Kim Lund' }, { id: 'sam' }],
  } as const;

  it('states the groups, how far they are, and who may still decide', () => {
    const words = requirementWords(approval, requirementEn);
    expect(words.groups.map(({ text, votes, isMet }) => [text, votes.length, isMet])).toEqual([
      ['2 from lead or finance', 1, false],
      ['kim', 0, false],
    ]);
    expect(words.rules).toEqual(['Four eyes: ann made this request and may not decide it.']);
    expect(words.mayDecide).toEqual([
      { id: 'kim', name: 'Kim Lund' },
      { id: 'sam', name: 'sam' },
    ]);
  });

  it('of no group is met by any vote', () => {
    const open = {
      ...approval,
      requirement: { ...approval.requirement, groups: [], onTimeout: 'cancel' },
      votes: [vote('x')],
    } as const;
    const words = requirementWords(open, requirementDe);
    expect(words.groups).toMatchObject([{ text: 'Eine freigebende Person', isMet: true }]);
    expect(words.rules).toHaveLength(2);
  });

  it('of a client tool is its requester', () => {
    const words = requirementWords({ ...approval, answeredBy: 'requester' }, requirementEn);
    expect(words.groups).toEqual([]);
    expect(words.rules).toEqual(['Only ann may answer.']);
  });

  it.each([
    ['ann', ['lead'], {}, 'You made this request. Another person must decide it.'],
    ['sam', ['clerk'], {}, 'Only a person with the role lead or finance, or kim, may decide this.'],
    ['kim', [], { canDecide: true }, undefined],
    ['sam', ['lead'], { canDecide: false }, 'You may not decide this.'],
    ['sam', ['lead'], {}, undefined],
    ['sam', ['lead'], { canDecide: false, status: 'APPROVED' }, 'This has been decided.'],
    ['sam', ['lead'], { canDecide: false, answeredBy: 'requester' }, 'Only ann may answer this call.'],
    ['sam', ['lead'], { canDecide: false, damaged: 'x' }, requirementEn.whyNot.damaged],
  ] as const)('explains to %s with %j and %j why not: %s', (id, roles, more, text) => {
    expect(whyNot({ ...approval, ...more }, { id, roles }, requirementEn)).toBe(text);
  });
});
