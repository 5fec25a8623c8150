import type { AddressInfo } from 'node:net';
import { Controller, Get, Logger, Module, Param, UseFilters } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { HttpAdapterHost, NestFactory } from '@nestjs/core';
import { lastValueFrom } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApprovalExceptionFilter,
  RunEndedException,
  ToolApprovalPendingException,
  ToolApprovalPendingFilter,
} from 'toolgate';
import {
  type StoredApproval,
  ApprovalConflictException,
  ApprovalDecisionException,
  CallRejectedException,
  type DecisionProblem,
  ExternalCallException,
  RequestReusedException,
  RunConflictException,
  RunNotFoundException,
  RunOperationException,
  RunSchemaException,
  RunUnreadableException,
  StoreUnavailableException,
} from 'toolgate/approval';
import { LiveTurnException } from 'toolgate/chat';
import type { PendingApproval } from 'toolgate/tool';
import { keepLogs } from '../story.fixture.js';

const SECRET = 'a secret';

const approval = { id: 'a', arguments: { note: SECRET }, requester: { id: SECRET } } as unknown as StoredApproval;
const pending = { id: 'a', toolName: 'refund', arguments: { note: SECRET } } as unknown as PendingApproval;
const said = [{ role: 'user', content: [{ type: 'text', text: SECRET }] }] as const;

const errors: Readonly<Record<string, Error>> = {
  'run-not-found': new RunNotFoundException('r'),
  'run-conflict': new RunConflictException('r', 'has ended'),
  'run-not-eligible': new RunOperationException('not-eligible', 'r', 'may not be canceled.'),
  'run-changed': new RunOperationException('version-mismatch', 'r', 'was changed.'),
  'run-failed': new RunEndedException('r', 'failed', SECRET, said),
  'run-cancelled': new RunEndedException('r', 'cancelled', 'not needed', said),
  'store-unavailable': new StoreUnavailableException(new Error(SECRET)),
  'run-unreadable': new RunUnreadableException('r', 'its record is not a JSON object'),
  'run-of-later-version': new RunSchemaException('r', 9),
  'request-reused': new RequestReusedException('q-1', 'r'),
  'call-not-approved': new ExternalCallException('not-approved', 'The external call is not approved yet.'),
  'call-ended': new ExternalCallException('ended', 'The external call has ended.'),
  'turn-not-found': LiveTurnException.notFound('r'),
  'turn-not-eligible': new LiveTurnException('not-eligible', 'r', 'The turn r may not be aborted.'),
  'turn-lost': LiveTurnException.lost('r'),
  'turn-full': LiveTurnException.full('r'),
  waiting: new ApprovalConflictException('c', ['r'], [pending]),
};

@Controller()
@UseFilters(ApprovalExceptionFilter)
class InboxController {
  @Get('decisions/:problem')
  decide(@Param('problem') problem: DecisionProblem) {
    throw new ApprovalDecisionException(problem, 'a', approval);
  }

  @Get('runs/:error')
  read(@Param('error') error: string) {
    throw errors[error];
  }
}

@Module({ controllers: [InboxController] })
class AppModule {}

describe('a controller with the exception filter for approvals', () => {
  let app: Awaited<ReturnType<typeof NestFactory.create>>;
  let url: string;

  beforeAll(async () => {
    app = await NestFactory.create(AppModule, { logger: false });
    await app.listen(0);
    url = `http://localhost:${(app.getHttpServer().address() as AddressInfo).port}`;
  });

  afterAll(() => app.close());

  const get = async (path: string) => {
    const response = await fetch(`${url}/${path}`, { signal: AbortSignal.timeout(3000) });
    const text = await response.text();
    expect(text).not.toContain(SECRET);
    return { status: response.status, body: JSON.parse(text) as unknown };
  };

  it.each<[DecisionProblem, number]>([
    ['bad-decision', 400],
    ['not-eligible', 403],
    ['not-found', 404],
    ['conflict', 409],
    ['damaged', 409],
    ['too-many-decisions', 409],
    ['gone', 410],
    ['hash-mismatch', 412],
    ['version-mismatch', 412],
    ['bad-edit', 422],
    ['decision-reused', 422],
    ['precondition-missing', 428],
    ['unavailable', 503],
  ])('answers a refused decision with its problem, %s: %d', async (problem, status) => {
    const { message } = new ApprovalDecisionException(problem, 'a');
    expect(await get(`decisions/${problem}`)).toEqual({ status, body: { statusCode: status, problem, message } });
  });

  it.each([
    [
      'run-not-found',
      404,
      'not-found',
      'There is no run r. Check its id, and the tenant and client that it belongs to.',
    ],
    ['run-conflict', 409, 'conflict', 'The run r has ended.'],
    [
      'run-unreadable',
      409,
      'damaged',
      'The run r cannot be read: its record is not a JSON object. Repair its row, then call ApprovalService.runs.restore("r").',
    ],
    ['run-not-eligible', 403, 'not-eligible', 'The run r may not be canceled.'],
    ['run-changed', 412, 'version-mismatch', 'The run r was changed.'],
    ['run-failed', 410, 'gone', 'The run r has failed.'],
    ['store-unavailable', 503, 'unavailable', 'The store is unavailable, and nothing was changed. Try again.'],
    [
      'run-of-later-version',
      503,
      'unavailable',
      'The run r has the schema 9, which this version of toolgate does not know. Nothing was changed. Upgrade this process.',
    ],
    ['run-cancelled', 410, 'gone', 'The run r has been canceled: not needed'],
    [
      'request-reused',
      422,
      'request-reused',
      'The requestId "q-1" belongs to the run r, which has another tool or other arguments. Pass a new requestId for a new request.',
    ],
    ['call-not-approved', 409, 'not-approved', 'The external call is not approved yet.'],
    ['call-ended', 410, 'ended', 'The external call has ended.'],
    ['turn-not-found', 404, 'not-found', 'There is no live turn r. Pass the runId of a live turn.'],
    ['turn-not-eligible', 403, 'not-eligible', 'The turn r may not be aborted.'],
    [
      'turn-lost',
      410,
      'gone',
      'The live turn r was lost before its end. Call resume() if the turn was saved, or start the turn again.',
    ],
    ['turn-full', 410, 'gone', 'The parts of the live turn r exceed the memory of the log. Raise liveTurns.maxBytes.'],
  ])(
    'answers a run or a live turn that cannot be used with the problem, and without its contents: %s is %d',
    async (error, status, problem, message) => {
      expect(await get(`runs/${error}`)).toEqual({ status, body: { statusCode: status, problem, message } });
    },
  );

  it('answers a waiting conversation with the runs and approvals, and without arguments', async () => {
    const { message } = errors['waiting']!;
    const shared = { statusCode: 409, problem: 'conflict', message, runIds: ['r'] };
    expect(await get('runs/waiting')).toEqual({
      status: 409,
      body: { ...shared, approvals: [{ id: 'a', toolName: 'refund' }] },
    });
  });

  const hostOf = (type: string, args: unknown[] = []) => {
    const host = new ExecutionContextHost(args);
    host.setType(type);
    return host;
  };

  it.each(['graphql', 'tool'])('rethrows exceptions of the context %s', (type) => {
    const error = new RunNotFoundException('r');
    expect(() => new ApprovalExceptionFilter().catch(error, hostOf(type))).toThrow(error);
    const pending = new ToolApprovalPendingException([], waiting);
    expect(() => pendingFilter().catch(pending, hostOf(type))).toThrow(pending);
  });

  it('replies to a message with the problem, because a filter that throws sends no reply', async () => {
    const reply = new ApprovalExceptionFilter().catch(new RunNotFoundException('r'), hostOf('rpc'));
    await expect(lastValueFrom(reply!)).rejects.toEqual({
      statusCode: 404,
      problem: 'not-found',
      message: 'There is no run r. Check its id, and the tenant and client that it belongs to.',
    });
  });

  it('replies to a message whose turn waits with the run and its approvals', async () => {
    const reply = pendingFilter().catch(new ToolApprovalPendingException([], waiting), hostOf('rpc'));
    expect(await lastValueFrom(reply!)).toEqual({ status: 'suspended', ...waiting });
    const unsaved = new ToolApprovalPendingException([]);
    await expect(lastValueFrom(pendingFilter().catch(unsaved, hostOf('rpc'))!)).rejects.toBe(unsaved);
  });

  it.each(['Socket.IO', 'ws'] as const)(
    'sends the socket of a gateway the event `exception`, because a filter that throws ends the process: %s',
    (kind) => {
      const logs = keepLogs();
      Logger.overrideLogger(logs);
      const { socket, received } = socketOf(kind);
      const host = hostOf('ws', [socket, {}]);
      pendingFilter().catch(new ToolApprovalPendingException([], waiting), host);
      new ApprovalExceptionFilter().catch(new CallRejectedException('refund', 'A-1 is frozen.'), host);
      pendingFilter().catch(new ToolApprovalPendingException([]), host);
      expect(received).toEqual([
        ['exception', { status: 'suspended', ...waiting }],
        [
          'exception',
          {
            statusCode: 403,
            problem: 'call-rejected',
            message: 'The call of "refund" was rejected: A-1 is frozen.',
          },
        ],
        ['exception', { status: 'error', message: 'Internal server error' }],
      ]);
      Logger.overrideLogger(false);
      expect(logs.lines.join()).toContain('this turn cannot wait for it');
    },
  );
});

/** A socket as a gateway receives it, and the events that its client receives. */
const socketOf = (kind: 'Socket.IO' | 'ws') => {
  const received: unknown[] = [];
  const emit = (event: string, data: unknown) => void received.push([event, data]);
  if (kind === 'Socket.IO') return { received, socket: { emit } };
  const send = (text: string) => {
    const { event, data } = JSON.parse(text) as { event: string; data: unknown };
    emit(event, data);
  };
  // The `emit` of such a socket reaches the listeners of the server only.
  return { received, socket: { readyState: 1, emit: () => {}, send } };
};

const waiting = { runId: 'r', approvals: [] };
const pendingFilter = () => new ToolApprovalPendingFilter(new HttpAdapterHost());
