// Writes the names of docs/reference.md from the doors and the docstrings.
import { readFileSync, writeFileSync } from 'node:fs';
import { referencePage } from '../test/docs/reference-page.js';

const PAGE = 'docs/reference.md';

writeFileSync(PAGE, referencePage(readFileSync(PAGE, 'utf8')));
