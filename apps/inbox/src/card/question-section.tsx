import type { ApprovalBody } from 'toolgate/http/client';
import { JsonView } from '../parts/json-view.js';
import { VisibleText } from '../parts/visible-text.js';
import { useTexts } from '../texts/texts.js';
import { Section } from './section.js';

/** What the tool asks the requester, and the answer on which an approver decides. */
export const QuestionSection = ({ approval: { question, answer } }: { readonly approval: ApprovalBody }) => {
  const { card } = useTexts();
  if (!question) return null;
  return (
    <>
      <Section title={card.question}>
        <p>
          <VisibleText text={question.message} />
        </p>
      </Section>
      {answer !== undefined && (
        <Section title={card.answer}>
          <div className="panel">
            <JsonView value={answer} />
          </div>
        </Section>
      )}
    </>
  );
};
