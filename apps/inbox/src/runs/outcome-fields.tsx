import { useId } from 'react';
import { Segmented } from '../parts/segmented.js';
import { TextArea } from '../parts/text-field.js';
import type { EditProblem } from '../present/edit-result.js';
import { useTexts } from '../texts/texts.js';
import type { TypedOutcome } from './outcome-of.js';

const TYPES = ['succeeded', 'failed', 'abandoned'] as const;

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
  const name = useId();
  return (
    <fieldset className="settle-outcomes">
      <legend>{settle.question}</legend>
      {TYPES.map((type) => (
        <div key={type} className={typed?.type === type ? 'settle-outcome settle-chosen' : 'settle-outcome'}>
          <label>
            <input
              type="radio"
              name={name}
              checked={typed?.type === type}
              aria-describedby={`${name}-${type}`}
              onChange={() => onChange({ type })}
            />
            <strong>{settle[type]}</strong>
          </label>
          <p id={`${name}-${type}`}>{settle[`${type}Hint`]}</p>
          {typed?.type === type && <Details typed={typed} problem={problem} onChange={onChange} />}
        </div>
      ))}
    </fieldset>
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
