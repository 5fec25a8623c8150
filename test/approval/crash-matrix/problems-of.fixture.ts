import type { Message, ToolResultPart } from 'toolgate/model';
import { type AgentsReport, type LedgerLine, ledgerOf, promptsOf, type StoryReport } from './crash-story.fixture.js';
import { readLines } from './journal.fixture.js';

const IDEMPOTENT = 'mail A-1';

/** The outcome of a story whose process was killed, and the expected one. */
export interface Recovery {
  readonly file: string;
  readonly reference: StoryReport;
  readonly report: StoryReport;
}

/**
 * Returns everything that is wrong with a recovery; nothing if each effect happened at most once and the story ends as
 * expected.
 */
export const problemsOf = (recovery: Recovery): readonly string[] => [
  ...endProblems(recovery),
  ...ledgerProblems(recovery),
  ...transcriptProblems(recovery),
  ...readLines<readonly Message[]>(promptsOf(recovery.file)).flatMap(pairingProblems),
];

const ENDED: ReadonlySet<string> = new Set(['SUCCEEDED', 'FAILED', 'REJECTED', 'CANCELLED', 'ABANDONED']);

/** Returns everything that is wrong with a story whose run was canceled in its first batch. */
export const problemsOfCanceled = ({ file, report }: Pick<Recovery, 'file' | 'report'>): readonly string[] => {
  const { runs, approvals, transcript, conversation } = report;
  const lines = readLines<LedgerLine>(ledgerOf(file));
  const prompts = readLines<readonly Message[]>(promptsOf(file));
  const has = (step: LedgerLine['step'], { toolCallId }: ToolResultPart): boolean =>
    lines.some((line) => line.step === step && line.call.startsWith(toolCallId.replace(/-.*/, ' ')));
  return [
    ...runs.flatMap(({ isOpen }) => (isOpen ? ['a run has not ended'] : [])),
    ...approvals.flatMap(({ tool, status }) => (ENDED.has(status) ? [] : [`${tool} is ${status}`])),
    ...(prompts.length === 1 ? [] : [`the model was called ${prompts.length} times`]),
    ...(conversation.length > 0 ? [] : ['the conversation does not contain the completed calls']),
    ...resultsOf(transcript).flatMap((result) => {
      const { type } = result.outcome;
      if (type === 'success' && !has('effect', result)) return [`${result.toolCallId} succeeded without effect`];
      const isDenied = type === 'denied' || type === 'not-started';
      return isDenied && has('start', result) ? [`${result.toolCallId} is ${type}, and was started`] : [];
    }),
    ...ledgerProblems({ file, report }),
    ...pairingProblems(transcript),
  ];
};

/** Returns everything that is wrong with calls outside of a turn after their processes were killed. */
export const problemsOfCalls = ({ file, report }: Pick<Recovery, 'file' | 'report'>): readonly string[] => {
  const { runs, approvals, outcomes = {}, unknown } = report;
  const lines = readLines<LedgerLine>(ledgerOf(file));
  return [
    ...(runs.length === Object.keys(outcomes).length ? [] : [`there are ${runs.length} runs`]),
    ...runs.flatMap(({ id, status, isOpen }) =>
      status === 'completed' && !isOpen ? [] : [`the run ${id} is ${status}, ${isOpen}`],
    ),
    ...approvals.flatMap(({ tool, status }) => (ENDED.has(status) ? [] : [`${tool} is ${status}`])),
    ...Object.entries(outcomes).flatMap(([tool, { status, runId = '' }]) => {
      const own = lines.filter(({ call }) => call.startsWith(tool));
      const hasEffect = own.some(({ step }) => step === 'effect');
      const expected = tool === 'cancel' ? 'rejected' : hasEffect ? 'completed' : 'failed';
      const isLost = status === 'failed' && !hasEffect && tool !== 'charge' && !unknown.includes(tool);
      return [
        ...(status === expected ? [] : [`${tool} is ${status}, and must be ${expected}`]),
        ...(isLost ? [`${tool} failed without being unknown`] : []),
        ...(own.every(({ key }) => key.startsWith(runId)) ? [] : [`${tool} ran under the key of another run`]),
      ];
    }),
    ...bodyProblems(lines),
  ];
};

/** Returns everything that is wrong with a turn and the turns of its agents after their processes were killed. */
export const problemsOfAgents = ({ file, report }: Pick<Recovery, 'file' | 'report'>): readonly string[] => {
  const { runs, approvals, unknown, agents = NO_AGENTS } = report;
  const lines = readLines<LedgerLine>(ledgerOf(file));
  const isCanceled = runs[0]!.status === 'cancelled';
  const isForeign = ({ key }: LedgerLine): boolean => !runs.some(({ id }) => key.startsWith(id));
  const has = (step: LedgerLine['step'], call: string): boolean =>
    lines.some((line) => line.step === step && line.call === call);
  // A lost call of `charge` reports itself that it had no effect. It may be lost before its body has begun.
  const isUncharged = agents.lost.includes('charge') && !has('effect', CHARGE);
  const missing = EFFECTS_OF_AGENTS.filter((call) => !has('effect', call) && !(isUncharged && call === CHARGE));
  const answer = isUncharged ? ANSWER_OF_AGENTS.replace(`${CHARGE}: done`, 'Nothing was charged.') : ANSWER_OF_AGENTS;
  return [
    ...agents.wrong,
    ...runs.flatMap(({ id, status, isOpen }) =>
      !isOpen && (isCanceled || status === 'completed') ? [] : [`the run ${id} is ${status}, ${isOpen}`],
    ),
    ...approvals.flatMap(({ tool, status }) => (ENDED.has(status) ? [] : [`${tool} is ${status}`])),
    ...lines.filter(isForeign).map(({ call }) => `${call} ran under the key of another run`),
    ...(isCanceled || unknown.length > 0 ? [] : missing.map((call) => `${call} has not happened`)),
    ...(isCanceled || unknown.length > 0 || agents.answer.includes(answer) ? [] : [`the answer is ${agents.answer}`]),
    ...bodyProblems(lines),
    ...readLines<readonly Message[]>(promptsOf(file)).flatMap(pairingProblems),
  ];
};

const NO_AGENTS: AgentsReport = { answer: '', lost: [], wrong: [] };

const CHARGE = 'charge B-2';

const EFFECTS_OF_AGENTS = ['refund B-2 20', 'note one', 'find A-1', 'refund A-1 70', 'note two', CHARGE];

const ANSWER_OF_AGENTS =
  'Done: refund B-2 20: done; note one: done; Done: find A-1: done; refund A-1 70: done; Done: charge B-2: done; note two: done';

// The values were converted to JSON on their way and in the store.
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const SETTLED: ReadonlySet<string> = new Set(['SUCCEEDED', 'FAILED', 'REJECTED']);

const endProblems = ({ report }: Recovery): readonly string[] => {
  const { runs, approvals, conversation, transcript } = report;
  const question = transcript.find(({ role }) => role === 'user');
  return [
    ...(runs.length === 1 ? [] : [`there are ${runs.length} runs`]),
    ...runs.flatMap(({ status, isOpen }) =>
      status === 'completed' && !isOpen ? [] : [`a run is ${status}, ${isOpen}`],
    ),
    ...approvals.flatMap(({ tool, status }) => (SETTLED.has(status) ? [] : [`${tool} is ${status}`])),
    ...(approvals.length === 5 ? [] : [`there are ${approvals.length} approvals`]),
    ...(isSame(conversation, [question, transcript.at(-1)])
      ? []
      : ['the conversation does not contain the question and the answer once']),
  ];
};

const ledgerProblems = ({ file, report }: Pick<Recovery, 'file' | 'report'>): readonly string[] => {
  const lines = readLines<LedgerLine>(ledgerOf(file));
  const isOfOther = ({ key }: LedgerLine): boolean => !key.startsWith(report.runs[0]!.id);
  const others = [...new Set(lines.filter(isOfOther).map(({ call }) => call))];
  return [...others.map((call) => `${call} ran under the key of another run`), ...bodyProblems(lines)];
};

/** Returns the bodies that were started too often, under several keys, or as another person. */
const bodyProblems = (lines: readonly LedgerLine[]): readonly string[] => {
  const calls = [...new Set(lines.map(({ call }) => call))];
  return calls.flatMap((call) => {
    const own = lines.filter((line) => line.call === call);
    const starts = own.filter(({ step }) => step === 'start');
    const effects = own.length - starts.length;
    const isOnce = call !== IDEMPOTENT;
    const wrong = (is: boolean, what: string): readonly string[] => (is ? [`${call} ${what}`] : []);
    return [
      ...wrong(call.startsWith('cancel'), 'was rejected, and ran'),
      ...wrong(new Set(own.map(({ key }) => key)).size > 1, 'ran under two keys'),
      ...wrong(
        own.some(({ user }) => user !== 'ada'),
        'ran as another person',
      ),
      ...wrong(isOnce && starts.length > 1, `was started ${starts.length} times`),
      ...wrong(isOnce && effects > 1, `had ${effects} effects`),
      ...wrong(new Set(starts.map(({ attempt }) => attempt)).size < starts.length, 'was started twice as one attempt'),
    ];
  });
};

const resultsOf = (messages: readonly Message[]): readonly ToolResultPart[] =>
  messages.flatMap((message) => (message.role === 'tool' ? message.content : []));

const textOf = ({ output }: ToolResultPart): string => (output.type === 'text' ? output.text : JSON.stringify(output));

const transcriptProblems = ({ file, reference, report }: Recovery): readonly string[] => {
  const effects = new Set(
    readLines<LedgerLine>(ledgerOf(file)).flatMap(({ step, call }) => (step === 'effect' ? [call] : [])),
  );
  const results = resultsOf(report.transcript);
  const expected = resultsOf(reference.transcript);
  const blank = (message: Message): unknown => (message.role === 'tool' ? message.content.map(idOf) : message);
  const told = `Done: ${results.map(textOf).join('; ')}`;
  const said = report.transcript.at(-1)!;
  const isTold = isSame(said, { ...reference.transcript.at(-1), content: [{ type: 'text', text: told }] });
  const shape = (messages: readonly Message[]): unknown => messages.slice(0, -1).map(blank);
  return [
    ...(isSame(shape(report.transcript), shape(reference.transcript))
      ? []
      : ['the transcript differs from the reference']),
    ...(isTold ? [] : ['the answer does not state the results']),
    ...expected.flatMap((one, index) => {
      const result = results[index]!;
      const isUnknown = report.unknown.includes(one.toolCallId);
      const hasEffect = effects.has(textOf(one).replace(': done', ''));
      return resultProblems(result, { one, isUnknown, hasEffect });
    }),
  ];
};

const idOf = ({ toolCallId }: { readonly toolCallId?: string }): unknown => toolCallId;

/** Each story has its own approvals, so their ids differ. */
const withoutApproval = (result: ToolResultPart): unknown => ({
  ...result,
  outcome: { ...result.outcome, approvalId: undefined },
});

const resultProblems = (
  result: ToolResultPart,
  { one, isUnknown, hasEffect }: { one: ToolResultPart; isUnknown: boolean; hasEffect: boolean },
): readonly string[] => {
  const isTheSame = isSame(withoutApproval(result), withoutApproval(one));
  const is = `${one.toolCallId} has the outcome ${result.outcome.type} (${textOf(result)})`;
  if (one.outcome.type === 'success' && result.outcome.type === 'success' && !hasEffect)
    return [`${is}, without effect`];
  if (!isUnknown) return isTheSame ? [] : [`${is}, and its outcome was not unknown`];
  const isSettled = isTheSame || (result.outcome.type === 'error' && !hasEffect) || result.outcome.type === 'unknown';
  return isSettled ? [] : [`${is}, which no report explains`];
};

/**
 * Returns what is wrong with one request to a provider: each call needs exactly one result, directly after it and in
 * order.
 */
const pairingProblems = (messages: readonly Message[]): readonly string[] =>
  messages.flatMap((message, index) => {
    const calls = message.role === 'assistant' ? message.content.flatMap((part) => idsOf(part, 'tool-call')) : [];
    const next = messages[index + 1];
    const results = next?.role === 'tool' ? next.content.map(({ toolCallId }) => toolCallId) : [];
    if (message.role === 'tool' && messages[index - 1]?.role !== 'assistant')
      return ['a message of results does not follow a message of the model'];
    return isSame(calls, results) ? [] : [`the calls ${calls.join()} have the results ${results.join()}`];
  });

const idsOf = (part: { readonly type: string; readonly toolCallId?: string }, type: string): readonly string[] =>
  part.type === type ? [part.toolCallId!] : [];
