import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { onSqlite } from './approvals.js';
import { printCompared, printComparison } from './compare.js';

Logger.overrideLogger(['error', 'warn']);

const { suspended, whole } = await onSqlite();
printCompared('A turn that waits for a person, on SQLite', 'plain SQL');
printComparison('suspended', suspended);
printComparison('suspended, decided, resumed and completed', whole);
