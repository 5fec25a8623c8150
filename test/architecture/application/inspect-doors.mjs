// Prints, for each door of the installed package, the exports for `import`, for `require`, and of each build.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { exports } = JSON.parse(readFileSync('node_modules/toolgate/package.json', 'utf8'));

// A bundler that joins modules renames equal names from two of them.
const renamedIn = (module) =>
  Object.entries(module).flatMap(([key, value]) => (typeof value !== 'function' || value.name === key ? [] : [key]));

const inspect = async ([door, conditions]) => {
  const name = door.replace('.', 'toolgate');
  const [imported, required] = [await import(name), require(name)];
  const names = Object.keys(imported).sort();
  const esm = await import(`./node_modules/toolgate/${conditions.import.default}`);
  const cjs = require(`./node_modules/toolgate/${conditions.require.default}`);
  return {
    door,
    names,
    differ: names.filter((key) => imported[key] !== required[key]),
    renamed: [...renamedIn(esm), ...renamedIn(cjs)],
    esm: Object.keys(esm).sort(),
    cjs: Object.keys(cjs).sort(),
  };
};

console.log(JSON.stringify(await Promise.all(Object.entries(exports).map(inspect))));
