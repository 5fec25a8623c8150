// Measures the turns of one library in this process, and prints them as JSON: node turns.mjs <library>
import { ANSWER } from './script.mjs';

const SLICES = 20;
const SLICE_MS = 100;
const WARM_MS = 1500;
/** A slow library gets fewer slices, at least three. */
const MOST_MS = 8000;

const { start } = await import(`./libraries/${process.argv[2]}.mjs`);

const runAll = async (turn, atOnce) => {
  for (const text of await Promise.all(Array.from({ length: atOnce }, turn))) {
    if (text !== ANSWER) throw new Error(`${process.argv[2]} answered "${text}". Mend its file in libraries/.`);
  }
};

/** Microseconds of CPU time a turn, of a slice of at least 100 ms. */
const slice = async (turn, atOnce) => {
  const [begin, used] = [performance.now(), process.cpuUsage()];
  let turns = 0;
  do {
    await runAll(turn, atOnce);
    turns += atOnce;
  } while (performance.now() - begin < SLICE_MS);
  const { user, system } = process.cpuUsage(used);
  return (user + system) / turns;
};

const costOf = async (turn, atOnce) => {
  const warm = performance.now() + WARM_MS;
  do await slice(turn, atOnce);
  while (performance.now() < warm);
  const costs = [];
  const until = performance.now() + MOST_MS;
  while (costs.length < SLICES && (costs.length < 3 || performance.now() < until))
    costs.push(await slice(turn, atOnce));
  return costs.sort((a, b) => a - b)[Math.floor(costs.length / 5)];
};

const costs = {};
for (const tools of [1, 50]) {
  const turns = await start(tools);
  for (const mode of ['call', 'stream']) {
    for (const atOnce of [1, 1000])
      costs[`${mode}, ${atOnce.toLocaleString('en')} at once, ${tools} tools`] = await costOf(turns[mode], atOnce);
  }
}
console.log(JSON.stringify(costs));
