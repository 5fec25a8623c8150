// Lets a process of a test run the sources directly: node --import ./test/sql/source-loader.mjs file.ts
import { register } from 'node:module';

register('./source-hooks.mjs', import.meta.url);
