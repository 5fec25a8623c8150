import type { ApprovalBody, EditBody, JsonObjectBody } from 'toolgate/http/client';
import { ChangesView } from '../parts/changes-view.js';
import { RelativeTime } from '../parts/time.js';
import { VisibleText } from '../parts/visible-text.js';
import { useTexts } from '../texts/texts.js';
import { Section } from './section.js';

/** How people changed the arguments, the latest change first. */
export const EditsSection = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { card } = useTexts();
  const { edits, arguments: args, inputSchema } = approval;
  if (edits.length === 0) return null;
  return (
    <Section title={card.changes}>
      {edits
        .map((edit, index) => (
          <Edit key={index} edit={edit} after={edits[index + 1]?.before ?? args} schema={inputSchema} />
        ))
        .toReversed()}
      <p className="rules">{card.votesRestarted}</p>
    </Section>
  );
};

const Edit = ({
  edit,
  after,
  schema,
}: {
  readonly edit: EditBody;
  readonly after: JsonObjectBody | undefined;
  readonly schema: JsonObjectBody | undefined;
}) => {
  const { card } = useTexts();
  const { editor, at, before } = edit;
  return (
    <div className="edit">
      <p className="edit-by">
        <VisibleText text={card.changedBy(editor)} /> <RelativeTime at={at} />
      </p>
      {before && after ? (
        <ChangesView before={before} after={after} schema={schema} />
      ) : (
        <p className="value-none">{card.beforeMissing}</p>
      )}
    </div>
  );
};
