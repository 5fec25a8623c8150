// Runs inside the page itself, before the scripts are loaded: the door answers meanwhile. The build puts it there, and the
// server allows it by its hash.
import { readAddress } from '../address/address.js';
import { authorization } from '../data/authorization.js';
import { doorPath, readSettings } from '../data/settings.js';
import type { EarlyAnswers } from './early-answers.js';
import { firstPaths } from './first-paths.js';

const headers = { ...authorization(readSettings().token), accept: 'application/json' };

const answers: EarlyAnswers = new Map();
for (const path of firstPaths(readAddress(location.search))) {
  const answer = fetch(doorPath() + path, { headers });
  // The request that takes the answer reports the error.
  answer.catch(() => undefined);
  answers.set(doorPath() + path, answer);
}
globalThis.earlyAnswers = answers;
