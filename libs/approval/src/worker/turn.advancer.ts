import { type ChatClient, type ChatClientRegistry, RunEndedException } from 'toolgate/chat';
import type { StoredRun } from '../records/stored-run.js';
import type { RunAdvancer } from '../runs/run-advancer.js';

/** Advances turns: the chat client of a run resumes it. */
export class TurnAdvancer implements RunAdvancer {
  constructor(private readonly clients: ChatClientRegistry) {}

  lack(run: StoredRun): string | undefined {
    return this.clientOf(run) ? undefined : `the client ${JSON.stringify(run.client)}`;
  }

  // As a stream, so that readers of every process follow the answer as it is written.
  async work(run: StoredRun): Promise<void> {
    await this.clientOf(run)?.resume(run.id).stream().live().outcome();
  }

  async resume(run: StoredRun): Promise<void> {
    try {
      await this.clients.get(run.client).resume(run.id).call().outcome();
    } catch (error) {
      if (!(error instanceof RunEndedException)) throw error;
    }
  }

  private clientOf({ client }: StoredRun): ChatClient | undefined {
    try {
      return this.clients.get(client);
    } catch {
      return undefined;
    }
  }
}
