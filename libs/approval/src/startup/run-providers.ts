import { randomUUID } from 'node:crypto';
import type { Provider } from '@nestjs/common';
import { factoryProvider, Seams } from '#core';
import { ChatClientRegistry, TurnPersistence } from 'toolgate/chat';
import { ToolCallbackResolver, ToolCallingManager, ToolResults } from 'toolgate/tool';
import { RequesterResolver } from '../requester/requester.resolver.js';
import { Requesters } from '../requester/requesters.js';
import { ApprovalChangeFeed } from '../changes/approval-change.feed.js';
import { CallTraces } from '../calls/call-traces.js';
import { CallAdvancer } from '../calls/call.advancer.js';
import { ExternalAdvancer } from '../external/external.advancer.js';
import { InnerRuns } from '../runs/inner-runs.js';
import { FollowedRuns } from '../runs/followed-runs.js';
import { LeasedRuns } from '../runs/leased-runs.js';
import { RunClaims } from '../runs/run-claims.js';
import { RunReconciler } from '../runs/run.reconciler.js';
import { StoredTurnPersistence } from '../runs/stored-turn.persistence.js';
import { abortRun } from '../service/abort-run.js';
import { ApprovalRuns } from '../service/approval-runs.js';
import { ActiveStore } from '../store/active-store.js';
import { RunDispatcher } from '../dispatch/run.dispatcher.js';
import { RunRetention } from '../retention/run-retention.js';
import { RunAdvancers } from '../worker/run-advancers.js';
import { RunWorker } from '../worker/run.worker.js';
import { TurnAdvancer } from '../worker/turn.advancer.js';
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
    RunClaims,
    [Seams, Requesters, ToolCallbackResolver, LeasedRuns, ApprovalSettings],
    (...[seams, requesters, tools, leasedRuns, { times }]) => {
      const resolver = () => seams.provided(RequesterResolver);
      return new RunClaims({ resolver, requesters, tools, times, leasedRuns, worker: randomUUID() });
    },
  ),
  // The kind of a run selects the advancer that resumes it.
  factoryProvider(
    RunAdvancers,
    [ActiveStore, ChatClientRegistry, RunClaims, ToolCallingManager, ToolCallbackResolver, LeasedRuns, Seams],
    (...[store, clients, claims, manager, tools, leasedRuns, seams]) =>
      new RunAdvancers({
        turn: new TurnAdvancer(clients),
        call: new CallAdvancer({
          store: () => store.find(),
          claims,
          manager,
          tools,
          leasedRuns,
          traces: () => seams.effective(CallTraces),
        }),
        external: new ExternalAdvancer(),
      }),
  ),
  factoryProvider(
    InnerRuns,
    [ActiveStore, ToolCallbackResolver, ToolResults, LeasedRuns, RunAdvancers, ApprovalSettings],
    (...[store, tools, results, leasedRuns, advancers, { times }]) =>
      new InnerRuns({
        store: () => store.find(),
        tools,
        results,
        times,
        leasedRuns,
        resume: (run) => advancers.resume(run),
      }),
  ),
  factoryProvider(
    RunWorker,
    [
      ActiveStore,
      ChatClientRegistry,
      RunAdvancers,
      RunDispatcher,
      LeasedRuns,
      RunReconciler,
      ToolCallbackResolver,
      ApprovalSettings,
      InnerRuns,
    ],
    (...[store, clients, advancers, dispatcher, leasedRuns, reconciler, tools, settings, inner]) =>
      new RunWorker({
        store: () => store.find(),
        clients,
        advancers,
        dispatcher,
        leasedRuns,
        times: settings.times,
        tools,
        settle: (run) => inner.settle(run),
        reconcile: (run) => reconciler.reconcile(run),
        concurrency: settings.concurrency,
        shutdownMs: settings.shutdownMs,
      }),
  ),
  factoryProvider(
    StoredTurnPersistence,
    [
      ActiveStore,
      Seams,
      Requesters,
      ToolCallbackResolver,
      LeasedRuns,
      RunClaims,
      RunWorker,
      ApprovalSettings,
      ApprovalRuns,
      InnerRuns,
    ],
    (...[store, seams, requesters, tools, leasedRuns, claims, worker, { times, answerMs, onMessage }, runs, inner]) => {
      const persistence = new StoredTurnPersistence({
        store: () => store.find(),
        requesters,
        tools,
        times,
        identifyMs: answerMs,
        leasedRuns,
        claims,
        inner,
        onMessage,
        close: (run) => worker.close(run),
        cancel: (run, by) => abortRun(runs, run, by),
      });
      seams.plug(TurnPersistence, () => persistence);
      return persistence;
    },
  ),
];
