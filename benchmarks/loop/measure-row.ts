import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { TABLES } from './rows.js';

// Measures the named row of the titled table in this process, and prints its costs as JSON.
Logger.overrideLogger(['error', 'warn']);
const [title, name] = process.argv.slice(2);
console.log(JSON.stringify(await TABLES[title!]!.rows[name!]!()));
