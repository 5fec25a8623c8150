import { useMemo, useState } from 'react';
import type { ApprovalBody, JsonObjectBody } from 'toolgate/http/client';
import { useApproval } from '../data/queries.js';
import { Button } from '../parts/button.js';
import { CopyButton } from '../parts/copy-button.js';
import { RelativeTime } from '../parts/time.js';
import { Segmented } from '../parts/segmented.js';
import { canonicalText } from '../present/canonical-json.js';
import { fieldsOf } from '../present/fields.js';
import { useTexts } from '../texts/texts.js';
import { FieldsView } from './fields-view.js';
import { JsonView } from '../parts/json-view.js';
import { Section } from './section.js';

/** The arguments of the call, as a form or as canonical JSON. */
export const ArgumentsSection = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { card } = useTexts();
  const [view, setView] = useState<'form' | 'json'>('form');
  const { arguments: args, inputSchema, contentRemovedAt } = approval;
  if (contentRemovedAt !== undefined) return <RemovedArguments at={contentRemovedAt} />;
  if (!args) return <MissingArguments id={approval.id} />;
  const options = [
    { value: 'form', label: card.form },
    { value: 'json', label: card.json },
  ] as const;
  const tools = (
    <div className="card-section-tools no-print">
      <CopyButton label={card.copy} text={() => canonicalText(args)} />
      <Segmented label={card.shownAs} value={view} options={options} onSelect={setView} />
    </div>
  );
  return (
    <Section title={card.arguments} tools={tools} className="arguments">
      <div className="panel">
        {view === 'json' ? (
          <JsonView key={approval.argsHash} value={args} />
        ) : (
          <Form args={args} schema={inputSchema} />
        )}
      </div>
    </Section>
  );
};

const Form = ({ args, schema }: { readonly args: JsonObjectBody; readonly schema: JsonObjectBody | undefined }) => {
  const { card } = useTexts();
  const fields = useMemo(() => fieldsOf(schema, args), [schema, args]);
  if (fields.length === 0) return <p className="value-none">{card.noArguments}</p>;
  return <FieldsView fields={fields} />;
};

const RemovedArguments = ({ at }: { readonly at: string }) => {
  const { card } = useTexts();
  return (
    <Section title={card.arguments} className="arguments">
      <p className="value-none">
        {card.removedArguments} <RelativeTime at={at} />
      </p>
    </Section>
  );
};

const MissingArguments = ({ id }: { readonly id: string }) => {
  const { card } = useTexts();
  const { refetch, isFetching } = useApproval(id);
  return (
    <Section title={card.arguments} className="arguments">
      <p className="value-none">{card.withoutArguments}</p>
      <Button size="small" disabled={isFetching} onClick={() => void refetch()}>
        {card.readInFull}
      </Button>
    </Section>
  );
};
