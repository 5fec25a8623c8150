// Replays recorded exchanges with providers through the public ChatClient, straight and with suspensions: npm run test:recorded -- <folder>
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
if (!folder) {
  console.error('Name the folder of the recordings: npm run test:recorded -- <folder>');
  process.exit(2);
}
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .sort();
if (files.length === 0) {
  console.error(`There is no recording (*.json) in ${folder}.`);
  process.exit(2);
}

execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
const { play } = await import('./recorded/play.mjs');
const { isStreamed, readRecording } = await import('./recorded/recording.mjs');

const playFile = async (file) => {
  const recording = readRecording(join(folder, file));
  const { exchanges, wire, prompts } = recording;
  const models = Object.entries(wire.models(exchanges[0].url, exchanges[0].reqBody));
  for (const [name, makeModel] of models) {
    await play(recording, makeModel).catch((error) => {
      throw new Error(`${name}: ${error.message}`, { cause: error });
    });
  }
  const count = (number, thing) => `${number} ${thing}${number === 1 ? '' : 's'}`;
  const mode = isStreamed(exchanges) ? 'stream' : 'call';
  return `${mode}, ${count(exchanges.length, 'request')}, ${count(prompts.length, 'prompt')}: ${models.map(([name]) => name).join(', ')}`;
};

let failed = 0;
for (const file of files) {
  try {
    console.log(`ok    ${file}  ${await playFile(file)}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL  ${file}  ${error.message}`);
    if (process.env.VERBOSE) console.error(error);
  }
}
console.log(`${files.length - failed} of ${files.length} recordings pass`);
process.exitCode = failed > 0 ? 1 : 0;
