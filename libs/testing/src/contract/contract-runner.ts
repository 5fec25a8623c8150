/** The two functions of a test runner that a contract needs: those of jest, vitest and `node:test` fit. */
export interface ContractRunner {
  describe(name: string, body: () => void): unknown;
  it(name: string, body: () => Promise<void>): unknown;
}

/** Registers one test. */
export type It = ContractRunner['it'];
