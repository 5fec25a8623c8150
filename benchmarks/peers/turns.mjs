// Measures the turns of one library in this process, and prints them as JSON: node turns.mjs <library>
import { ANSWER } from './script.mjs';

// All times are CPU time, so that a busy machine neither shortens the warm-up nor a slice.
const SLICES = 20;
const SLICE_MS = 100;
const WARM_MS = 2000;
/** The most concurrent turns during the warm-up. */
const WARM_AT_ONCE = 50;
/** A slow library is measured in fewer slices, at least one. */
const MOST_MS = 4000;

const { start } = await import(`./libraries/${process.argv[2]}.mjs`);

const runAll = async (turn, atOnce) => {
  for (const text of await Promise.all(Array.from({ length: atOnce }, turn))) {
    if (text !== ANSWER) throw new Error(`${process.argv[2]} answered "${text}". Mend its file in libraries/.`);
  }
};

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Returns the microseconds of a turn, measured in a slice of at least 100 ms. */
const slice = async (turn, atOnce) => {
  const begin = cpuMs();
  let turns = 0;
  do {
    await runAll(turn, atOnce);
    turns += atOnce;
  } while (cpuMs() - begin < SLICE_MS);
  return ((cpuMs() - begin) * 1000) / turns;
};

const costOf = async (turn, atOnce) => {
  const warm = cpuMs() + WARM_MS;
  do await slice(turn, Math.min(atOnce, WARM_AT_ONCE));
  while (cpuMs() < warm);
  const costs = [];
  const until = cpuMs() + MOST_MS;
  do costs.push(await slice(turn, atOnce));
  while (costs.length < SLICES && cpuMs() < until);
  return costs.sort((a, b) => a - b)[Math.floor(costs.length / 5)];
};

const costs = {};
for (const tools of [1, 50]) {
  const turns = await start(tools);
  for (const mode of ['call', 'stream']) {
    for (const atOnce of [1, 1000])
      costs[`${mode}, ${atOnce.toLocaleString('en')} at once, ${tools === 1 ? '1 tool' : `${tools} tools`}`] =
        await costOf(turns[mode], atOnce);
  }
}
console.log(JSON.stringify(costs));
