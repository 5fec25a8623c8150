import * as fc from 'fast-check';
import type { CallPlan } from './oracle-records.fixture.js';

/** A step that only an external call has. `token`: one of a few, so that claims are renewed and compete. */
export type ExternalStep =
  /** Opens an external call, while the same request is made a number of times more. */
  | { readonly type: 'open-external'; readonly call: CallPlan; readonly place: number; readonly repeats: number }
  | {
      readonly type: 'claim-external';
      readonly pick: number;
      readonly at?: number;
      readonly token: number;
      /** With the hash of other arguments. */
      readonly isOtherInput: boolean;
    }
  | {
      readonly type: 'finish-external';
      readonly pick: number;
      readonly at?: number;
      readonly token: number;
      readonly succeeds: boolean;
    };

/** Whether a step claims or finishes an external call. */
export const isExternalStep = <Step extends { readonly type: string }>(
  step: Step,
): step is Extract<Step, { readonly type: 'claim-external' | 'finish-external' }> =>
  step.type === 'claim-external' || step.type === 'finish-external';

const nat = fc.nat(11);
const token = fc.nat(2);

/** The steps of external calls, with their weights. `callOf` makes calls of the named kinds. */
export const externalSteps = (
  callOf: (kind: 'asked') => fc.Arbitrary<CallPlan>,
): readonly (readonly [weight: number, arbitrary: fc.Arbitrary<ExternalStep>])[] => [
  [
    3,
    fc.record({
      type: fc.constant('open-external' as const),
      call: callOf('asked'),
      place: nat,
      repeats: fc.constantFrom(0, 0, 1, 2),
    }),
  ],
  [
    5,
    fc.record({
      type: fc.constant('claim-external' as const),
      pick: nat,
      token,
      isOtherInput: fc.constantFrom(false, false, false, false, true),
    }),
  ],
  [4, fc.record({ type: fc.constant('finish-external' as const), pick: nat, token, succeeds: fc.boolean() })],
];
