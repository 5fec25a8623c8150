/** More tools than an application has. */
const MOST = 1000;

/** The hashes of schemas that this process has stored, so that it does not send them again. */
export class SavedHashes {
  private readonly hashes = new Set<string>();

  has(hash: string): boolean {
    return this.hashes.has(hash);
  }

  /** Adds hashes after their transaction was committed. */
  add(stored: readonly { readonly hash: string }[] = []): void {
    for (const { hash } of stored) if (this.hashes.size < MOST) this.hashes.add(hash);
  }
}
