import { useState } from 'react';
import type { JsonBody } from 'toolgate/http/client';
import { useDraft } from '../data/drafts.js';
import { Button } from '../parts/button.js';
import { TextArea } from '../parts/text-field.js';
import { parseExactJson } from '../present/exact-json.js';
import { lineOf } from '../present/line-of.js';
import { useLanguage } from '../texts/texts.js';
import { DecisionForm } from './decision-form.js';
import { FormHead } from './form-head.js';
import { subjectLine } from '../present/subject.js';
import type { FormProps } from './use-decision.js';

type AnswerProps = Omit<FormProps, 'onClose'> & { readonly onClose: (() => void) | undefined };

/** Answers in place of the tool, or as the client on which the call runs. */
export const RespondForm = ({ approval, isBusy, onSend, onClose }: AnswerProps) => {
  const { locale, texts } = useLanguage();
  const { decide } = texts;
  const { id, revision, answeredBy } = approval;
  const isClient = answeredBy === 'requester';
  const title = decide.titles[isClient ? 'answer' : 'respond'](subjectLine(approval, locale));
  const [kind, setKind] = useDraft<'text' | 'json'>(id, revision, 'answer-kind', isClient ? 'json' : 'text');
  const [text, setText] = useDraft(id, revision, 'answer');
  const [wasSent, setWasSent] = useState(false);
  const error = answerError(kind, text);
  const send = (): void => {
    setWasSent(true);
    if (!error) onSend({ decision: 'respond', response: answerBody(kind, text) });
  };
  return (
    <DecisionForm
      label={lineOf(title)}
      onClose={onClose}
      onSend={send}
      actions={
        <Button type="submit" look="primary" isBusy={isBusy}>
          {decide.sendAnswer}
        </Button>
      }
    >
      <FormHead
        title={title}
        label={decide.answerAs}
        value={kind}
        options={[
          { value: 'text', label: decide.answerText },
          { value: 'json', label: decide.answerJson },
        ]}
        onSelect={setKind}
      />
      <TextArea
        label={decide.answerLabel}
        hint={isClient ? decide.answerHintClient : decide.answerHint}
        error={error && (wasSent || text !== '') ? decide.typed[error] : undefined}
        value={text}
        onText={setText}
        className={kind === 'json' ? 'input-code' : ''}
        spellCheck={kind === 'text'}
      />
    </DecisionForm>
  );
};

const answerError = (kind: 'text' | 'json', text: string) => {
  if (text.trim() === '') return 'empty';
  const parsed = kind === 'json' ? parseExactJson(text) : undefined;
  return parsed && !parsed.ok ? parsed.problem : undefined;
};

const answerBody = (kind: 'text' | 'json', text: string): JsonBody =>
  kind === 'json' ? (JSON.parse(text) as JsonBody) : text;
