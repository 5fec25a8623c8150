import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { printCompared, printComparison } from './compare.js';
import { approvedCall, savedCall } from './gated-calls.js';
import { gatedLoops } from './gated-loop.js';

Logger.overrideLogger(['error', 'warn']);

const approved = await approvedCall();
printCompared('A call that a strategy approves', 'the manager of a turn', 'GatedCalls', 'µs a call');
printComparison('approved at once, without a store', approved);

const { suspended, whole } = await savedCall();
printCompared('A call that waits for a person, on SQLite', 'plain SQL', 'GatedCalls', 'µs a call');
printComparison('suspended', suspended);
printComparison('suspended, decided, run and completed', whole);

const { inline, client, onSqlite } = await gatedLoops();
printCompared('A loop of the AI SDK with one approved call', 'streamText', 'gateAiSdkTools', 'µs a turn');
printComparison('wait: inline, in memory', inline);
printComparison('wait: client, in memory', client);
printComparison('wait: inline, on SQLite', onSqlite);
