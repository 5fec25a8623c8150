// Writes the tables of docs/configuration.md from the declarations of the options.
import { readFileSync, writeFileSync } from 'node:fs';
import { configurationPage } from '../test/docs/configuration-page.js';

const PAGE = 'docs/configuration.md';

writeFileSync(PAGE, configurationPage(readFileSync(PAGE, 'utf8')));
