// Prints, for each door of the installed package, the exports for `import`, for `require`, and of each build.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const doors = process.argv.slice(2);

// A bundler that joins modules renames equal names from two of them.
const renamedIn = (module) =>
  Object.entries(module).flatMap(([key, value]) => (typeof value !== 'function' || value.name === key ? [] : [key]));

const inspect = async (door) => {
  const [, room = 'toolgate', ...folder] = door.split('/');
  const module = [room, 'src', ...folder, 'index.js'].join('/');
  const [imported, required] = [await import(door), require(door)];
  const names = Object.keys(imported).sort();
  const esm = await import(`./node_modules/toolgate/dist/esm/${module}`);
  const cjs = require(`./node_modules/toolgate/dist/cjs/${module}`);
  return {
    door,
    names,
    differ: names.filter((key) => imported[key] !== required[key]),
    renamed: [...renamedIn(esm), ...renamedIn(cjs)],
    esm: Object.keys(esm).sort(),
    cjs: Object.keys(cjs).sort(),
  };
};

console.log(JSON.stringify(await Promise.all(doors.map(inspect))));
