import type { ApprovalBody } from 'toolgate/http/client';
import { useMe } from '../data/queries.js';
import { Button } from '../parts/button.js';
import { Notice } from '../parts/notice.js';
import { VisibleText } from '../parts/visible-text.js';
import { useTexts } from '../texts/texts.js';
import { closedWords } from './closed-words.js';
import type { Stale } from './use-seen.js';

/** What happened to the approval while it was open. Nothing can be decided until the person has read it. */
export const StaleNotice = ({
  approval,
  stale,
  onRead,
}: {
  readonly approval: ApprovalBody;
  readonly stale: Exclude<Stale, undefined>;
  readonly onRead: () => void;
}) => {
  const { decide } = useTexts();
  const { stale: texts } = decide;
  const { data: me } = useMe();
  // Its answer was lost on the way, or the person decided in another window.
  const isMine = approval.decidedBy !== undefined && approval.decidedBy === me?.id;
  if (stale === 'expired')
    return (
      <Notice tone="warn" role="alert" title={texts.expired}>
        {texts.expiredText}
      </Notice>
    );
  const isEdited = stale === 'edited';
  return (
    <Notice
      tone={isEdited ? 'warn' : 'info'}
      role="alert"
      title={isEdited ? texts.edited : isMine ? texts.arrived : <VisibleText text={closedWords(approval, decide)} />}
      actions={
        <Button look={isEdited ? 'primary' : 'plain'} size="small" onClick={onRead}>
          {isEdited ? texts.continue : texts.read}
        </Button>
      }
    >
      {isEdited ? texts.editedText : texts.decidedText}
    </Notice>
  );
};
