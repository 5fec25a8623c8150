import type { TraceEntryBody } from 'toolgate/http/client';
import { labelOf } from './field-labels.js';

/** The sentences about what strategies decided. */
export interface TraceTexts {
  readonly ask: (strategy: string) => string;
  readonly approve: (strategy: string) => string;
  readonly reject: (strategy: string) => string;
  readonly abstain: (strategy: string) => string;
  readonly error: (strategy: string) => string;
  /** After a shadow strategy, whose decisions have no effect. */
  readonly shadow: string;
}

/** What one strategy decided, in words. */
export interface TraceSentence {
  readonly decision: TraceEntryBody['decision'];
  readonly text: string;
  readonly reason?: string;
  /** The exact name of the strategy, and of the compositions around it. */
  readonly path: readonly string[];
  /** Whether the strategy had no part in the decision. */
  readonly isShadow: boolean;
}

/** The strategies that explain why a person is asked, and the others. */
export interface TraceWords {
  readonly decisive: readonly TraceSentence[];
  readonly others: readonly TraceSentence[];
}

/** Puts the trace of a decision in words. Strategies that abstained and shadow strategies explain nothing. */
export const traceWords = (trace: readonly TraceEntryBody[], texts: TraceTexts): TraceWords => {
  const sentences = trace.map(({ strategy, decision, reason, within = [] }): TraceSentence => {
    const isShadow = within.includes('shadow');
    const sentence = texts[decision](nameOfStrategy(strategy));
    return {
      decision,
      text: isShadow ? `${sentence} ${texts.shadow}` : sentence,
      ...(reason !== undefined && { reason }),
      path: [...within, strategy],
      isShadow,
    };
  });
  const isDecisive = ({ decision, isShadow }: TraceSentence): boolean => decision !== 'abstain' && !isShadow;
  return {
    decisive: [
      ...sentences.filter((one) => isDecisive(one) && one.decision === 'ask'),
      ...sentences.filter((one) => isDecisive(one) && one.decision !== 'ask'),
    ],
    others: sentences.filter((one) => !isDecisive(one)),
  };
};

/** `HumanApprovalStrategy` becomes "Human approval". */
const nameOfStrategy = (name: string): string => labelOf(name.replace(/(?<=.)Strategy$/, ''));
