import type { ReactNode } from 'react';
import type { ApprovalBody, EditBody, JsonObjectBody } from 'toolgate/http/client';
import { ChangesView } from '../parts/changes-view.js';
import { RelativeTime } from '../parts/time.js';
import { VisibleText } from '../parts/visible-text.js';
import { useTexts } from '../texts/texts.js';
import { Section } from './section.js';

/** How people changed the arguments, the latest change first. */
export const EditsSection = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { card } = useTexts();
  const { edits, arguments: args, inputSchema, contentRemovedAt } = approval;
  if (edits.length === 0) return null;
  return (
    <Section title={card.changes}>
      {edits
        .map((edit, index) => (
          <Edit key={index} edit={edit}>
            {contentRemovedAt === undefined && (
              <Changes before={edit.before} after={edits[index + 1]?.before ?? args} schema={inputSchema} />
            )}
          </Edit>
        ))
        .toReversed()}
      <p className="rules">{card.votesRestarted}</p>
    </Section>
  );
};

const Edit = ({ edit, children }: { readonly edit: EditBody; readonly children: ReactNode }) => {
  const { card } = useTexts();
  const { editor, at } = edit;
  return (
    <div className="edit">
      <p className="edit-by">
        <VisibleText text={card.changedBy(editor)} /> <RelativeTime at={at} />
      </p>
      {children}
    </div>
  );
};

const Changes = ({
  before,
  after,
  schema,
}: {
  readonly before: JsonObjectBody | undefined;
  readonly after: JsonObjectBody | undefined;
  readonly schema: JsonObjectBody | undefined;
}) => {
  const { card } = useTexts();
  if (!before || !after) return <p className="value-none">{card.beforeMissing}</p>;
  return <ChangesView before={before} after={after} schema={schema} />;
};
