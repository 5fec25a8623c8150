import { useMemo } from 'react';
import type { ApprovalBody } from 'toolgate/http/client';
import { useDraft } from '../data/drafts.js';
import { Button } from '../parts/button.js';
import { ChangesView } from '../parts/changes-view.js';
import { Notice } from '../parts/notice.js';
import { TextArea } from '../parts/text-field.js';
import { type Change, changesBetween } from '../present/changes.js';
import { fieldsOf } from '../present/fields.js';
import { lineOf } from '../present/line-of.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { DecisionForm } from './decision-form.js';
import { EditFields } from './edit-fields.js';
import { FormHead } from './form-head.js';
import { type EditState, jsonProblem, setJson, setView, startEdit } from './edit-state.js';
import { limitsOf, problemTexts } from './problem-texts.js';
import { subjectLine } from '../present/subject.js';
import type { FormProps } from './use-decision.js';
import { Warnings } from './warnings.js';

const ASKED: EditState | null = null;

const useEdit = ({ id, revision, inputSchema, arguments: asked = {} }: ApprovalBody) => {
  const { locale, texts } = useLanguage();
  const { decide } = texts;
  const [draft, setDraft] = useDraft<EditState | null>(id, revision, 'edit', ASKED);
  const state = useMemo(() => draft ?? startEdit(asked), [draft, asked]);
  const fields = useMemo(() => fieldsOf(inputSchema, state.args, asked), [inputSchema, state.args, asked]);
  const problems = useMemo(
    () => problemTexts(state, inputSchema, { ...decide, limitOf: limitsOf(fields, locale) }),
    [state, inputSchema, decide, fields, locale],
  );
  const changes = useMemo(() => changesBetween(asked, state.args), [asked, state.args]);
  const whyNot = jsonProblem(state)
    ? decide.badJson
    : problems.size > 0
      ? decide.problems(problems.size)
      : changes.length === 0
        ? decide.nothingChanged
        : undefined;
  return { state, setDraft, problems, changes, whyNot, fields, asked, isChanged: draft !== null };
};

/** Changes the arguments, shows what changes, and approves them. The server has the last word. */
export const EditForm = ({ approval, isBusy, onSend, onClose }: FormProps) => {
  const { locale, texts } = useLanguage();
  const { decide } = texts;
  const { state, setDraft, problems, changes, whyNot, fields, asked, isChanged } = useEdit(approval);
  const title = decide.titles.edit(subjectLine(approval, locale));
  return (
    <DecisionForm
      label={lineOf(title)}
      onClose={onClose}
      onSend={() => whyNot === undefined && onSend({ decision: 'approve', editedArguments: state.args })}
      actions={
        <>
          <Button type="submit" look="primary" isBusy={isBusy} disabled={whyNot !== undefined}>
            {decide.sendEdit}
          </Button>
          <Button look="plain" disabled={!isChanged} onClick={() => setDraft(undefined)}>
            {decide.resetEdit}
          </Button>
          <p role="status" className="decision-why">
            {whyNot}
          </p>
        </>
      }
    >
      <FormHead
        title={title}
        label={decide.editAs}
        value={state.view}
        options={[
          { value: 'fields', label: decide.fields },
          { value: 'json', label: decide.json },
        ]}
        onSelect={(view) => setDraft(setView(state, view))}
      />
      {state.view === 'json' ? (
        <JsonEditor state={state} onChange={setDraft} />
      ) : (
        <EditFields fields={fields} state={state} problems={problems} onChange={setDraft} />
      )}
      <Problems problems={problems} isShown={state.view === 'json' || problems.size > 1} />
      <Changes changes={changes} before={asked} after={state.args} schema={approval.inputSchema} />
      {approval.votes.length > 0 && <p className="decision-quorum">{texts.card.votesRestarted}</p>}
      <Warnings approval={approval} />
    </DecisionForm>
  );
};

const Changes = (props: Parameters<typeof ChangesView>[0] & { readonly changes: readonly Change[] }) => {
  const { decide } = useTexts();
  return (
    <section className="edit-changes" aria-live="polite">
      <h3>{decide.changes}</h3>
      {props.changes.length === 0 ? <p>{decide.noChanges}</p> : <ChangesView {...props} />}
    </section>
  );
};

const JsonEditor = ({
  state,
  onChange,
}: {
  readonly state: EditState;
  readonly onChange: (state: EditState) => void;
}) => {
  const { decide } = useTexts();
  const problem = jsonProblem(state);
  return (
    <TextArea
      label={decide.argumentsJson}
      hint={decide.argumentsHint}
      error={problem && decide.typed[problem]}
      value={state.json}
      onText={(json) => onChange(setJson(state, json))}
      className="input-code"
      spellCheck={false}
    />
  );
};

const Problems = ({
  problems,
  isShown,
}: {
  readonly problems: ReadonlyMap<string, readonly string[]>;
  readonly isShown: boolean;
}) => {
  const { decide } = useTexts();
  if (!isShown || problems.size === 0) return null;
  return (
    <Notice tone="bad" title={decide.problems(problems.size)}>
      <ul className="edit-problems">
        {[...problems].map(([path, texts]) => (
          <li key={path}>
            <code>{(JSON.parse(path) as string[]).join('.') || '{ }'}</code> {texts.join(' ')}
          </li>
        ))}
      </ul>
    </Notice>
  );
};
