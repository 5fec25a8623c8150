import type { ApprovalBody, EditBody, JsonObjectBody } from 'toolgate/http/client';
import { ChangesView } from '../parts/changes-view.js';
import { RelativeTime } from '../parts/time.js';
import { VisibleText } from '../parts/visible-text.js';
import { changesBetween } from '../present/changes.js';
import { useTexts } from '../texts/texts.js';
import { Section } from './section.js';

/** How people changed the arguments, the latest change first. */
export const EditsSection = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { card } = useTexts();
  const { edits, arguments: args } = approval;
  if (edits.length === 0) return null;
  return (
    <Section title={card.changes}>
      {edits
        .map((edit, index) => <Edit key={edit.at} edit={edit} after={edits[index + 1]?.before ?? args} />)
        .toReversed()}
      <p className="rules">{card.votesRestarted}</p>
    </Section>
  );
};

const Edit = ({ edit, after }: { readonly edit: EditBody; readonly after: JsonObjectBody | undefined }) => {
  const { card } = useTexts();
  const { editor, at, before } = edit;
  return (
    <div className="edit">
      <p className="edit-by">
        <VisibleText text={card.changedBy(editor)} /> <RelativeTime at={at} />
      </p>
      {before && after ? (
        <ChangesView changes={changesBetween(before, after)} />
      ) : (
        <p className="value-none">{card.beforeMissing}</p>
      )}
    </div>
  );
};
