import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { decidedAtOnce } from './remote/decided-at-once.js';
import { costOfWaiting, promptsBeside } from './remote/waiting-calls.js';
import { printRow, printTable } from './table.js';

Logger.overrideLogger(['error', 'warn']);

const { decide, whole } = await decidedAtOnce();
printTable('A remote approval that is decided at once, on SQLite', ['µs', 'median', 'ratio']);
printRow(['`decide` over the door', decide.toFixed(0), '1.00 ×']);
printRow(['requested, read and claimed', whole.toFixed(0), `${(whole / decide).toFixed(2)} ×`]);

const { bytes, timers } = await costOfWaiting();
printTable('A call that waits for a remote decision', ['for each of 5,000', 'amount']);
printRow(['heap', `${(bytes / 1024).toFixed(1)} KB`]);
printRow(['timers', timers.toFixed(2)]);

const { alone, beside } = await promptsBeside();
printTable('Prompts beside calls that wait for remote decisions', ['prompts in a second', 'amount', 'ratio']);
printRow(['none waits', alone.toFixed(0), '1.00 ×']);
printRow(['1,000 wait', beside.toFixed(0), `${(beside / alone).toFixed(2)} ×`]);
