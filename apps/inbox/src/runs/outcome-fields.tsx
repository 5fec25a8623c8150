import { Choices } from '../parts/choices.js';
import { Segmented } from '../parts/segmented.js';
import { TextArea } from '../parts/text-field.js';
import type { EditProblem } from '../present/edit-result.js';
import { useTexts } from '../texts/texts.js';
import { OUTCOME_TYPES, type TypedOutcome } from './outcome-of.js';

/** The three outcomes, with what each means, and what it needs. */
export const OutcomeFields = ({
  typed,
  problem,
  onChange,
}: {
  readonly typed: TypedOutcome | undefined;
  readonly problem: EditProblem | undefined;
  readonly onChange: (change: Partial<TypedOutcome>) => void;
}) => {
  const { settle } = useTexts().runs;
  return (
    <Choices
      label={settle.question}
      value={typed?.type}
      choices={OUTCOME_TYPES.map((type) => ({
        value: type,
        label: settle[type],
        hint: settle[`${type}Hint`],
        details: typed && <Details typed={typed} problem={problem} onChange={onChange} />,
      }))}
      onSelect={(type) => onChange({ type })}
    />
  );
};

const Details = ({
  typed,
  problem,
  onChange,
}: {
  readonly typed: TypedOutcome;
  readonly problem: EditProblem | undefined;
  readonly onChange: (change: Partial<TypedOutcome>) => void;
}) => {
  const { runs, decide } = useTexts();
  const { settle } = runs;
  if (typed.type === 'abandoned') return null;
  if (typed.type === 'failed')
    return (
      <TextArea
        label={settle.message}
        error={problem && settle.messageMissing}
        value={typed.message}
        onText={(message) => onChange({ message })}
      />
    );
  return (
    <>
      <Segmented
        label={settle.resultAs}
        value={typed.resultAs}
        options={[
          { value: 'text', label: decide.answerText },
          { value: 'json', label: decide.answerJson },
        ]}
        onSelect={(resultAs) => onChange({ resultAs })}
      />
      <TextArea
        label={settle.result}
        error={problem && decide.typed[problem]}
        value={typed.result}
        onText={(result) => onChange({ result })}
        className={typed.resultAs === 'json' ? 'input-code' : ''}
        spellCheck={typed.resultAs === 'text'}
      />
    </>
  );
};
