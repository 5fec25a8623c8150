import type { Decide } from './tool-call.js';

/** A question of a tool whose answer is one of several values. */
interface Question {
  /** The property of the answer. */
  readonly name: string;
  readonly values: readonly string[];
}

/** Returns the question that a call waits for; undefined if it waits for a decision. */
export const questionOf = (descriptor: unknown): Question | undefined => {
  const [property] = Object.entries(Object(Object(Object(descriptor).question).schema).properties ?? {});
  if (!property) return undefined;
  const [name, schema] = property;
  const values: unknown = Object(schema).enum;
  return Array.isArray(values) ? { name, values: values.map(String) } : undefined;
};

/** One button for each answer to a question, and one that gives no answer. */
export const Answers = ({
  approvalId,
  question: { name, values },
  onDecide,
}: {
  readonly approvalId: string;
  readonly question: Question;
  readonly onDecide: Decide;
}) => (
  <div className="tool-decision">
    {values.map((value) => (
      <button
        key={value}
        className="button button-small button-primary"
        type="button"
        onClick={() => onDecide(approvalId, true, { [name]: value })}
      >
        {value}
      </button>
    ))}
    <button className="button button-small" type="button" onClick={() => onDecide(approvalId, false)}>
      Never mind
    </button>
  </div>
);
