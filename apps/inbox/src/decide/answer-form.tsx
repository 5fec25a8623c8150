import { useMemo } from 'react';
import type { ApprovalBody } from 'toolgate/http/client';
import { useDraft } from '../data/drafts.js';
import { Button } from '../parts/button.js';
import { VisibleText } from '../parts/visible-text.js';
import { fieldsOf } from '../present/fields.js';
import { lineOf } from '../present/line-of.js';
import { useLanguage } from '../texts/texts.js';
import { DecisionForm } from './decision-form.js';
import { EditFields } from './edit-fields.js';
import { type EditState, startEdit } from './edit-state.js';
import { limitsOf, problemTexts } from './problem-texts.js';
import type { FormProps } from './use-decision.js';

const NOTHING = {};
const UNTOUCHED: EditState | null = null;
const NO_PROBLEMS: ReturnType<typeof problemTexts> = new Map();

const useAnswer = ({ id, revision, answerSchema }: ApprovalBody) => {
  const { locale, texts } = useLanguage();
  const { decide } = texts;
  const [draft, setDraft] = useDraft<EditState | null>(id, revision, 'answer-fields', UNTOUCHED);
  const state = useMemo(() => draft ?? startEdit(NOTHING), [draft]);
  const fields = useMemo(() => fieldsOf(answerSchema, state.args, NOTHING), [answerSchema, state.args]);
  const problems = useMemo(
    () => problemTexts(state, answerSchema, { ...decide, limitOf: limitsOf(fields, locale) }),
    [state, answerSchema, decide, fields, locale],
  );
  return { state, setDraft, fields, problems, isTouched: draft !== null };
};

/** Answers the question of a tool, by the schema of the answer. The server has the last word. */
export const AnswerForm = ({
  approval,
  isBusy,
  onSend,
  onDecline,
}: Omit<FormProps, 'onClose'> & { readonly onDecline: () => void }) => {
  const { decide } = useLanguage().texts;
  const { state, setDraft, fields, problems, isTouched } = useAnswer(approval);
  const { message = '' } = approval.question ?? {};
  const isReady = problems.size === 0;
  return (
    <DecisionForm
      label={lineOf(message)}
      onClose={undefined}
      onSend={() => isReady && onSend({ decision: 'approve', answer: state.args })}
      actions={
        <>
          <Button type="submit" look="primary" isBusy={isBusy} disabled={!isReady}>
            {decide.sendAnswer}
          </Button>
          <Button look="danger" disabled={isBusy} onClick={onDecline}>
            {decide.decline}
          </Button>
        </>
      }
    >
      <h2 className="decision-title">
        <VisibleText text={message} />
      </h2>
      <EditFields fields={fields} state={state} problems={isTouched ? problems : NO_PROBLEMS} onChange={setDraft} />
    </DecisionForm>
  );
};
