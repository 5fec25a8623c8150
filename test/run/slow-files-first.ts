import { BaseSequencer, type TestSpecification } from 'vitest/node';

// A new checkout has no measured times, so the slow files are named here.
const SLOW_FILES = ['architecture/package.spec.ts', 'crash-matrix/crash-matrix.spec.ts', 'chaos/chaos.spec.ts'];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = SLOW_FILES.findIndex((file) => moduleId.endsWith(file));
  return rank === -1 ? SLOW_FILES.length : rank;
};

/** Starts the slow files first, so that no worker waits for them at the end. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rankOf(one) - rankOf(other));
  }
}
