import { Button } from '../parts/button.js';
import { useArmed } from '../parts/use-armed.js';
import { VisibleText } from '../parts/visible-text.js';
import { useLanguage } from '../texts/texts.js';
import { DecisionForm } from './decision-form.js';
import { subjectLine } from '../present/subject.js';
import { SubjectLine } from './subject-line.js';
import type { FormProps } from './use-decision.js';
import { Warnings } from './warnings.js';

/**
 * Asks once more before a call is approved whose effect may be permanent. The focus is on the question and not on its
 * button, and the button takes no click at first: a second Enter or a double click confirms nothing.
 */
export const ConfirmForm = ({ approval, isBusy, onSend, onClose }: FormProps) => {
  const { locale, texts } = useLanguage();
  const { decide } = texts;
  const isArmed = useArmed();
  return (
    <DecisionForm
      label={decide.confirmTitle}
      back={decide.keepWaiting}
      onClose={onClose}
      onSend={() => isArmed && onSend({ decision: 'approve' })}
      actions={
        <Button type="submit" look="primary" isBusy={isBusy} aria-disabled={!isArmed || undefined}>
          <VisibleText text={decide.titles.approve(subjectLine(approval, locale))} />
        </Button>
      }
    >
      <h2 className="decision-title">{decide.confirmTitle}</h2>
      <SubjectLine approval={approval} />
      <Warnings approval={approval} />
    </DecisionForm>
  );
};
