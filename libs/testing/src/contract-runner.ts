/** The two words a contract suite needs of a test runner: those of jest, vitest and `node:test` fit. */
export interface ContractRunner {
  describe(name: string, body: () => void): unknown;
  it(name: string, body: () => Promise<void>): unknown;
}
