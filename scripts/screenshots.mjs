// Takes the screenshots of the pages in docs, and the animation of the demo, in docs/images/. `npm run screenshots --
// --all <folder>` takes a picture of each scene of the inbox and of the demo instead: light and dark, wide and narrow.
import { writeFileSync } from 'node:fs';
import { buildInbox } from '../test/built-inbox.fixture.ts';
import { allPictures, takePictures } from '../test/inbox/scenes/take-pictures.ts';
import { recordStory } from '../test/demo/scenes/record-story.ts';
import { takeDemoPictures } from '../test/demo/scenes/take-demo-pictures.ts';
import createTemporaryFolder from '../test/run/temporary-folder.ts';
import { reducePng } from './images/reduce-png.mjs';
import { gifOf } from './images/write-gif.mjs';

const IMAGES = 'docs/images';

const picture = (scene, name, more) => ({
  scene,
  theme: 'light',
  width: 1440,
  waiting: 3,
  ...more,
  file: `${IMAGES}/inbox-${name}.png`,
});

const PICTURES_OF_DOCS = [
  picture('card-money', 'card'),
  picture('confirm', 'confirm'),
  picture('edit', 'edit', { theme: 'dark' }),
];

const [option, folder, nameFilter = ''] = process.argv.slice(2);
if (option !== undefined && (option !== '--all' || folder === undefined)) {
  console.error(
    'Unknown options. Run: npm run screenshots, or npm run screenshots -- --all <folder> [part of a name].',
  );
  process.exit(1);
}
const pictures =
  folder === undefined ? PICTURES_OF_DOCS : allPictures(folder).filter(({ file }) => file.includes(nameFilter));
await buildInbox();
const removeTemporaryFolder = createTemporaryFolder();
try {
  await takePictures(pictures, folder === undefined ? reducePng : (png) => png);
  if (folder === undefined) writeFileSync(`${IMAGES}/demo.gif`, gifOf(await recordStory()));
  else await takeDemoPictures(folder, nameFilter);
} finally {
  removeTemporaryFolder();
}
process.exit();
