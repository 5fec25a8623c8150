import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { run } from './run.js';

const require = createRequire(`${process.cwd()}/package.json`);

/** The folder of a package that the repository has. */
const folderOf = (name: string): string => dirname(require.resolve(`${name}/package.json`));

const npmFlags = ['--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=1'];

/** The files that every application receives, and their paths. */
const shared = {
  'run-examples.js': 'src',
  'inspect-doors.mjs': '.',
  'mix-copies.mjs': '.',
  'start-without-kysely.mjs': '.',
};

/** One of the two module systems in which the package must work. */
export interface World {
  readonly name: string;
  readonly type: 'module' | 'commonjs';
  readonly nest: string;
  /** The platform on which the inbox is served, with its version. */
  readonly platform: string;
  /** The version of Kysely that the application has. */
  readonly kysely: string;
  /** The version of TypeScript that the application has, else the newest one of the repository. */
  readonly typescript?: string;
  readonly compilerOptions: object;
  /** The flag with which the compiler accepts that optional packages are absent, in the least time. */
  readonly unchecked: '--noCheck' | '--skipLibCheck';
  /** The extensions of the files that import every door. */
  readonly doors: readonly string[];
}

/** A program that prints. */
export interface Example {
  readonly name: string;
  readonly code: string;
  readonly printed: string;
}

/** A user's application with the packed package installed. */
export class Application {
  constructor(
    readonly folder: string,
    private readonly world: World,
  ) {}

  /** Installs the package as a user does, with only NestJS beside it. */
  async install(tarball: string, doors: readonly string[]): Promise<void> {
    const { type, nest, typescript } = this.world;
    this.write('package.json', {
      private: true,
      type,
      dependencies: {
        '@nestjs/common': nest,
        '@nestjs/core': nest,
        'reflect-metadata': '^0.2.2',
        rxjs: '^7.8.2',
        toolgate: `file:${tarball}`,
      },
      devDependencies: { '@types/node': '^20', ...(typescript && { typescript }) },
    });
    await this.npm('install');
    this.writeSources(doors);
  }

  /** Adds optional packages. A second call removes those of the first. */
  add(...packages: readonly string[]): Promise<void> {
    return this.npm('install', '--no-save', ...packages);
  }

  /** Writes examples, and compiles the application. */
  async compile(examples: readonly Example[], ...flags: readonly string[]): Promise<void> {
    for (const { name, code } of examples) this.write(`src/${name}.ts`, code);
    const compiler = this.world.typescript ? join(this.folder, 'node_modules/typescript') : folderOf('typescript-7');
    await this.node(join(compiler, 'bin/tsc'), ...flags);
  }

  /** Returns what a compiled example prints when Node runs it. */
  async print({ name }: Example): Promise<string> {
    return (await this.node(`dist/${name}.js`)).trimEnd();
  }

  /** Compiles an example, and returns what it prints. */
  async run(example: Example, ...flags: readonly string[]): Promise<string> {
    await this.compile([example], ...flags);
    return this.print(example);
  }

  /** Runs an example directly with tsx, which emits no decorator metadata. */
  async runUnderTsx({ name, code }: Example): Promise<string> {
    this.write(`src/${name}.ts`, code);
    return (await this.node(join(this.folder, 'node_modules/tsx/dist/cli.mjs'), `src/${name}.ts`)).trimEnd();
  }

  /** Runs an example again under the repository's own Jest, with the same output. */
  async runUnderJest({ name, printed }: Example): Promise<void> {
    this.write('printed.json', { [name]: printed });
    const flags = this.world.type === 'module' ? ['--experimental-vm-modules'] : [];
    const jest = join(folderOf('jest'), 'bin/jest.js');
    await this.node(...flags, jest, '--config', 'jest.config.json');
  }

  /** Builds an example with the repository's own Nest CLI and the compiler plugin, and returns what Node prints. */
  async build({ name, code }: Example, sources: Readonly<Record<string, string>>): Promise<string> {
    const tsConfigPath = 'tsconfig.nest.json';
    const include = [name, ...Object.keys(sources)].map((source) => `src/${source}.ts`);
    this.write('nest-cli.json', { sourceRoot: 'src', compilerOptions: { tsConfigPath, plugins: ['toolgate/plugin'] } });
    this.write(tsConfigPath, { extends: './tsconfig.json', compilerOptions: { skipLibCheck: true }, include });
    for (const [source, text] of Object.entries({ ...sources, [name]: code })) this.write(`src/${source}.ts`, text);
    await this.node(join(folderOf('@nestjs/cli'), 'bin/nest.js'), 'build');
    return (await this.node(`dist/${name}.js`)).trimEnd();
  }

  /** Runs a file with Node and returns what it prints. */
  node(...args: readonly string[]): Promise<string> {
    return run(this.folder, process.execPath, ...args);
  }

  /** Writes the files that import doors, and are compiled with each example. */
  importDoors(doors: readonly string[]): void {
    const named = doors.map((door, index) => `export * as door${index} from '${door}';\n`).join('');
    for (const ending of this.world.doors) this.write(`src/doors.${ending}`, named);
  }

  /** Writes a file that imports every door, and the configurations of the tools. */
  private writeSources(doors: readonly string[]): void {
    for (const [file, place] of Object.entries(shared)) {
      this.write(join(place, file), readFileSync(join('test/architecture/application', file), 'utf8'));
    }
    this.importDoors(doors);
    this.write('tsconfig.json', this.compilerConfig());
    this.write('jest.config.json', this.jestConfig());
  }

  private async npm(...args: readonly string[]): Promise<void> {
    try {
      await run(this.folder, 'npm', ...args, ...npmFlags);
    } catch (cause) {
      const reason = (cause as Error).message;
      throw new Error(`npm cannot install ${this.world.name}. Check that the registry is reachable. ${reason}`, {
        cause,
      });
    }
  }

  private compilerConfig(): object {
    return {
      compilerOptions: {
        ...this.world.compilerOptions,
        target: 'ES2022',
        types: ['node'],
        strict: true,
        experimentalDecorators: true,
        emitDecoratorMetadata: true,
        skipLibCheck: false,
        rootDir: 'src',
        outDir: 'dist',
      },
      include: ['src'],
    };
  }

  private jestConfig(): object {
    const { type } = this.world;
    const swc = JSON.parse(readFileSync('.swcrc', 'utf8')) as object;
    const module = { type: type === 'module' ? 'es6' : 'commonjs' };
    return {
      testEnvironment: 'node',
      roots: ['<rootDir>/src'],
      testMatch: ['**/run-examples.js'],
      ...(type === 'module' && { extensionsToTreatAsEsm: ['.ts'] }),
      transform: { '^.+\\.[jt]s$': [require.resolve('@swc/jest'), { ...swc, swcrc: false, module }] },
      moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
      cacheDirectory: '<rootDir>/.jest',
      watchman: false,
    };
  }

  private write(file: string, content: string | object): void {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
}
