import { randomUUID } from 'node:crypto';
import type { Provider } from '@nestjs/common';
import { factoryProvider, Seams } from '#core';
import { ChatClientRegistry, TurnPersistence } from 'toolgate/chat';
import { ToolCallbackResolver, ToolResults } from 'toolgate/tool';
import { RequesterResolver } from '../requester/requester.resolver.js';
import { Requesters } from '../requester/requesters.js';
import { ApprovalChangeFeed } from '../changes/approval-change.feed.js';
import { FollowedRuns } from '../runs/followed-runs.js';
import { LeasedRuns } from '../runs/leased-runs.js';
import { RunReconciler } from '../runs/run.reconciler.js';
import { StoredTurnPersistence } from '../runs/stored-turn.persistence.js';
import { abortRun } from '../service/abort-run.js';
import { ApprovalRuns } from '../service/approval-runs.js';
import { ActiveStore } from '../store/active-store.js';
import { RunDispatcher } from '../dispatch/run.dispatcher.js';
import { RunRetention } from '../retention/run-retention.js';
import { RunWorker } from '../worker/run.worker.js';
import { ApprovalSettings } from './approval-settings.js';

/** The parts that save turns that wait for a person, and resume them. Each finds the application's store at each use. */
export const runProviders: readonly Provider[] = [
  ApprovalSettings,
  ActiveStore,
  factoryProvider(
    LeasedRuns,
    [Seams],
    (seams) => new LeasedRuns(new FollowedRuns(() => seams.effective(ApprovalChangeFeed))),
  ),
  factoryProvider(Requesters, [Seams], (seams) => new Requesters(() => seams.provided(RequesterResolver))),
  factoryProvider(
    RunReconciler,
    [ActiveStore, Seams, ToolCallbackResolver, ToolResults, ApprovalSettings],
    (...[store, seams, tools, results, { times }]) =>
      new RunReconciler({
        store: () => store.find(),
        resolver: () => seams.provided(RequesterResolver),
        tools,
        results,
        times,
      }),
  ),
  factoryProvider(
    RunRetention,
    [ActiveStore, ApprovalSettings],
    (store, { times, retention }) => new RunRetention({ store: () => store.find(), times, retention }),
  ),
  factoryProvider(
    RunWorker,
    [ActiveStore, ChatClientRegistry, RunDispatcher, LeasedRuns, RunReconciler, ToolCallbackResolver, ApprovalSettings],
    (...[store, clients, dispatcher, leasedRuns, reconciler, tools, { times, concurrency, shutdownMs }]) =>
      new RunWorker({
        store: () => store.find(),
        clients,
        dispatcher,
        leasedRuns,
        times,
        tools,
        reconcile: (run) => reconciler.reconcile(run),
        concurrency,
        shutdownMs,
      }),
  ),
  factoryProvider(
    StoredTurnPersistence,
    [ActiveStore, Seams, Requesters, ToolCallbackResolver, LeasedRuns, RunWorker, ApprovalSettings, ApprovalRuns],
    (...[store, seams, requesters, tools, leasedRuns, worker, { times, answerMs, onMessage }, runs]) => {
      const persistence = new StoredTurnPersistence({
        store: () => store.find(),
        resolver: () => seams.provided(RequesterResolver),
        requesters,
        tools,
        times,
        identifyMs: answerMs,
        leasedRuns,
        worker: randomUUID(),
        onMessage,
        close: (run) => worker.close(run),
        cancel: (run, by) => abortRun(runs, run, by),
      });
      seams.plug(TurnPersistence, () => persistence);
      return persistence;
    },
  ),
];
