const BODY = /: (the body begins|before the effect|after the effect)$/;
const DECISION = /^(VOTED|REJECTED)/;
const MODEL = /^model: (asked|answered) /;

const STATEMENT = 'behind a statement';

const nameOf = (point: string): string => point.replace(/ #\d+$/, '');

// One of the points of a body, of a decision and of a model call represents the others.
const kindOf = (point: string): string => {
  const name = nameOf(point);
  if (MODEL.test(name)) return name.replace(MODEL, 'model: ');
  return BODY.test(name) || DECISION.test(name) ? name.replace(/: .*/, '') : name;
};

/** Chooses some of the points, always the same: one of each kind, in turn the first, the second and so on. */
export const choosePoints = (points: readonly string[]): readonly string[] => {
  const kinds = new Map<string, string[]>();
  for (const point of points) kinds.set(kindOf(point), [...(kinds.get(kindOf(point)) ?? []), point]);
  // Points between two statements of one transaction are chosen for every second statement.
  return [...kinds.values()]
    .map((all, index) => all[index % all.length]!)
    .filter((point, index) => index % 2 === 0 || !point.includes(STATEMENT));
};

/** Which of the chosen points a test uses. */
export interface Sample {
  /** One of this many. */
  readonly every: number;
  /** The index of the first one. Each database has another one, so that together they try more points. */
  readonly first: number;
}

/** Whether a point belongs to the sample, by its index. */
export const isInSample = ({ every, first }: Sample, index: number): boolean => index % every === first % every;

/** A sample always has one point of each. */
const ALWAYS = [
  // The process is killed in the body of a call that may not be repeated, so the outcome of the call is unknown.
  /^refund [^:]+: /,
  // The answer of the model is saved, so the model must not be called for it again.
  /^ANSWERED: the reply/,
];

/** Returns the points of a sample. */
export const samplePoints = (points: readonly string[], sample: Sample): readonly string[] => {
  const always = ALWAYS.map((pattern) => points.findIndex((point) => pattern.test(point)));
  return points.filter((_, index) => isInSample(sample, index) || always.includes(index));
};
