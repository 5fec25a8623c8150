import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import ts from 'typescript';
import { before, PluginException, ReadonlyVisitor } from 'toolgate/plugin';
import { type Compiled, compile, FOLDER, factoryIn, programOf } from './compile.fixture.js';

let compiled: Compiled;
beforeAll(() => {
  compiled = compile(['bookings', 'reports', 'unclear'], { plugin: {} });
});

describe('the code that the plugin writes', () => {
  it('is one static method of a class with tools', () => {
    expect(factoryIn(compiled, 'bookings.js')).toMatchSnapshot();
  });

  it('is one static method of a DTO, and leaves out properties without a decorator', () => {
    expect(factoryIn(compiled, 'stay.js')).toMatchSnapshot();
  });

  it('imports the classes of lists in an ES module, because the compiler removed their import', () => {
    const { outputs } = compile(['bookings'], { plugin: {}, module: ts.ModuleKind.ESNext });
    expect(outputs.get('bookings.js')).toContain('"type": [toolgate_1.Guest]');
    expect(outputs.get('bookings.js')).toMatch(/^import \* as toolgate_1 from "\.\/stay\.js";$/m);
    expect(outputs.get('stay.js')).not.toContain('import * as');
  });

  it('is absent from other classes, and from all classes without the plugin', () => {
    const without = compile(['bookings'], {});
    expect([...without.outputs.values()].join('\n')).not.toContain('TOOLGATE');
    expect(without.warnings).toEqual([]);
    expect(factoryIn(compiled, 'bookings.js')).not.toContain('"plain"');
  });

  it('has no comments if the option "comments" is false', () => {
    const { outputs } = compile(['bookings'], { plugin: { comments: false } });
    expect(factoryIn({ outputs, warnings: [] }, 'bookings.js')).not.toContain('"description"');
    expect(factoryIn({ outputs, warnings: [] }, 'bookings.js')).toContain('"required": false');
  });
});

describe('the parameters that the plugin reads', () => {
  it('do not count `this`, which the running code does not have', () => {
    const method = factoryIn(compiled, 'unclear.js').slice(factoryIn(compiled, 'unclear.js').indexOf('"grow"'));
    expect(method.match(/"name": "\w+"/g)).toEqual(['"name": "named"', '"name": "nested"']);
    expect(method).toContain('"__typename": {');
  });
});

describe('the warnings of the plugin', () => {
  it('name file, class, method, parameter, reason and remedy of each type that it cannot describe', () => {
    const from = 'test/plugin/sources/unclear.ts';
    const warning = 'warning toolgate/plugin: Unclear';
    const unread = 'no schema can be read from its type:';
    expect(compiled.warnings).toEqual([
      `${from}:21:12 - ${warning}.byNumber, parameter 0 (orderNumber): the model may send any string, because a schema cannot express \`A-\${number}\`. Write \`@ToolParam({ schema: { type: 'string', pattern: '…' } }) orderNumber: \`A-\${number}\`\`.`,
      `${from}:26:10 - ${warning}.byRank, parameter 0 (rank): ${unread} the enum Computed has computed values. Write \`@ToolParam({ enum: Computed }) rank: Computed\`.`,
      `${from}:31:9 - ${warning}.patch, parameter 0 (guest): ${unread} it is made of the class Guest, whose validators would not run. Write \`@ToolParam({ schema: … }) guest: Partial<Guest>\`.`,
      `${from}:31:32 - ${warning}.patch, parameter 1 (tree): ${unread} of its property branches, Tree contains itself. Write \`@ToolParam({ schema: … }) tree: Tree\`.`,
      `${from}:31:44 - ${warning}.patch, parameter 2 (span): ${unread} of its property from, it contains a Date, and the method would receive plain JSON. Write \`@ToolParam({ schema: … }) span: { from: Date }\`.`,
      `${from}:31:66 - ${warning}.patch, parameter 3 (anything): ${unread} it is unknown. Write \`@ToolParam({ schema: … }) anything: unknown\`.`,
      expect.stringMatching(
        /^test.plugin.sources.unclear.ts:41:54 .+Unclear.grow, parameter 1 \(nested\): .+ of its property next(\.next)+, it is nested in more than 20 types\./,
      ),
    ]);
  });

  it('name a Map that the method would not receive as one', () => {
    const reasons = compile(['transfers'], { plugin: {} }).warnings.map((line) => line.replace(/^.*?parameter /, ''));
    const unread = 'no schema can be read from its type:';
    const plain = 'it contains a Map, and the method would receive plain JSON.';
    expect(reasons).toEqual([
      `0 (rates): ${unread} of its property byCurrency, ${plain} Write \`@ToolParam({ schema: … }) rates: Rates\`.`,
      `1 (byDay): ${unread} Map<number, string> has keys that are not strings. Write \`@ToolParam({ schema: … }) byDay: Map<number, string>\`.`,
      `2 (fees): ${unread} ${plain} Write \`@ToolParam({ schema: … }) fees: Map<string, Fee>\`.`,
      `3 (lists): ${unread} ${plain} Write \`@ToolParam({ schema: … }) lists: Map<string, string>[]\`.`,
    ]);
  });

  it('name a class that the file does not import', () => {
    expect(compile(['hidden'], { plugin: {} }).warnings).toEqual([
      'test/plugin/sources/hidden.ts:5:1 - warning toolgate/plugin: Hidden: the class Guest cannot be named from here, so that no schema can be read from it. Export Guest, and import it by its name where a tool takes it.',
    ]);
  });
});

describe('a build in which the plugin cannot work', () => {
  it('stops with an instruction if the transformer has no program', () => {
    expect(() => before({})).toThrow(PluginException);
    expect(() => before({})).toThrow('Call before(options, program). In ts-jest or ts-loader, set "isolatedModules"');
  });

  it('stops with an instruction if the program has one file alone, as that of ts-jest for isolated modules', () => {
    const options = { noResolve: true, noLib: true, isolatedModules: true };
    const program = ts.createProgram([join(FOLDER, 'bookings.ts')], options);
    expect(() => before({}, program)).toThrow('set "isolatedModules" and "transpileOnly" to false');
  });

  it('stops with an instruction if the build compiles a file as another kind of module than the program', () => {
    const path = join(FOLDER, 'bookings.ts');
    const program = programOf(['bookings']);
    const format = { languageVersion: ts.ScriptTarget.ES2023, impliedNodeFormat: ts.ModuleKind.CommonJS } as const;
    const file = ts.createSourceFile(path, ts.sys.readFile(path)!, format, true);
    const transform = (): unknown => ts.transform(file, [(context) => before({}, program)(context)]);
    expect(transform).toThrow(/bookings\.ts: the build compiles it as another kind.+"module": "commonjs"/);
  });

  it.each([
    [{ coments: true }, 'unknown option "coments" in nest-cli.json. Remove it: the only option is "comments".'],
    [{ comments: 'no' }, 'the option "comments" in nest-cli.json must be true or false.'],
  ])('stops for the invalid options %j', (options, sentence) => {
    expect(() => before(options as object, programOf(['reports']))).toThrow(sentence);
    expect(() => new ReadonlyVisitor({ ...(options as object), pathToSource: '/' })).toThrow(sentence);
  });

  it('stops with an instruction under a TypeScript without a JavaScript API', () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolgate-plugin-'));
    const typescript = join(folder, 'node_modules/typescript');
    mkdirSync(typescript, { recursive: true });
    writeFileSync(join(typescript, 'package.json'), '{ "name": "typescript", "main": "./version.cjs" }');
    writeFileSync(join(typescript, 'version.cjs'), 'module.exports = { version: "7.0.2", versionMajorMinor: "7.0" };');
    const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder);
    try {
      expect(() => before({}, {})).toThrow(
        'toolgate/plugin needs the JavaScript API of the compiler, which TypeScript 7.0.2 does not have. Install TypeScript 5 or 6',
      );
    } finally {
      cwd.mockRestore();
      rmSync(folder, { recursive: true });
    }
  });
});
