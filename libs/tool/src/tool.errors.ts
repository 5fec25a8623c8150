/** The application's use of tools is wrong: a name that is missing or given twice, a tool that cannot be read. */
export class ToolException extends Error {
  override readonly name: string = 'ToolException';
}

/** A tool cannot be offered as it is declared. Stops start-up. */
export class ToolDeclarationException extends ToolException {
  override readonly name = 'ToolDeclarationException';
}
