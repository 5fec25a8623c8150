import { join } from 'node:path';
import ts from 'typescript';

const isInPackage = (file: string): boolean => file.includes('/node_modules/');

/** The files whose types are checked: those of the application, and those of the installed package. */
const isChecked = ({ fileName }: ts.SourceFile): boolean =>
  !isInPackage(fileName) || fileName.includes('/node_modules/toolgate/');

/**
 * Compiles an application with the repository's own compiler. Each file of a package is parsed once for all
 * compilations, and the types of other packages are not checked: that takes most of the time of `tsc`.
 */
export class ApplicationCompiler {
  private readonly parsed = new Map<string, ts.SourceFile>();

  constructor(private readonly folder: string) {}

  /** Writes the compiled files. Throws with all errors, if there are any. */
  compile(more: ts.CompilerOptions): void {
    const config = join(this.folder, 'tsconfig.json');
    const { options, fileNames: rootNames, errors } = this.parseConfig(config, more);
    const host = this.hostFor(options);
    const program = ts.createProgram({ rootNames, options, host, configFileParsingDiagnostics: errors });
    const files = program.getSourceFiles();
    const own = files.filter(({ fileName }) => !isInPackage(fileName));
    // Before the compiler writes all files at once, it checks the types of every package.
    const diagnostics = own.flatMap((file) => program.emit(file).diagnostics);
    const checked = options.skipLibCheck ? own : files.filter(isChecked);
    const problems = [
      ...program.getConfigFileParsingDiagnostics(),
      ...program.getOptionsDiagnostics(),
      ...program.getGlobalDiagnostics(),
      ...checked.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
      ...diagnostics,
    ];
    if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, host));
  }

  private parseConfig(config: string, more: ts.CompilerOptions): ts.ParsedCommandLine {
    const onUnRecoverableConfigFileDiagnostic = ({ messageText }: ts.Diagnostic): never => {
      throw new Error(`${config}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
    };
    return ts.getParsedCommandLineOfConfigFile(config, more, { ...ts.sys, onUnRecoverableConfigFileDiagnostic })!;
  }

  private hostFor(options: ts.CompilerOptions): ts.CompilerHost {
    const host = ts.createCompilerHost(options);
    const getSourceFile: ts.CompilerHost['getSourceFile'] = (name, version) => {
      const file = this.parsed.get(name) ?? host.getSourceFile(name, version);
      if (file && isInPackage(name)) this.parsed.set(name, file);
      return file;
    };
    return { ...host, getSourceFile };
  }
}
