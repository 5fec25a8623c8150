import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { ROWS, type RowName } from './rows.js';

// Measures the named row in this process, and prints its costs as JSON.
Logger.overrideLogger(['error', 'warn']);
console.log(JSON.stringify(await ROWS[process.argv[2] as RowName]()));
