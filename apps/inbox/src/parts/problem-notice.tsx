import type { ReactNode } from 'react';
import { ApprovalsProblem } from 'toolgate/http/client';
import { Notice } from './notice.js';
import { VisibleText } from './visible-text.js';
import type { Texts } from '../texts/en.js';
import { useTexts } from '../texts/texts.js';

// Of these, the detail names what the person must change. Others repeat the sentence in words for programs.
const WITH_DETAIL = new Set(['bad-decision', 'bad-edit', 'bad-request', 'other', 'forbidden']);

const isKnown = (texts: Texts['problems'], word: string): word is keyof Texts['problems'] => Object.hasOwn(texts, word);

/** Why a request failed and what to do, in words of the person. */
export const ProblemNotice = ({
  error,
  title,
  actions,
}: {
  readonly error: unknown;
  readonly title?: string;
  readonly actions?: ReactNode;
}) => {
  const { problems } = useTexts();
  const problem = error instanceof ApprovalsProblem ? error : undefined;
  const word = problem && isKnown(problems, problem.problem) ? problem.problem : 'other';
  const showsDetail = problem && (WITH_DETAIL.has(word) || word !== problem.problem);
  return (
    <Notice tone="bad" role="alert" title={title ?? problems[word].title} actions={actions}>
      <p>{problems[word].next}</p>
      {showsDetail && (
        <p className="problem-detail">
          <VisibleText text={problem.detail} />
        </p>
      )}
    </Notice>
  );
};
