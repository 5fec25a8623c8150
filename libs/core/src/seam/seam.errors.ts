/** The application uses tools incorrectly: for example, a name is missing or used twice, or a source has no tools. */
export class ToolException extends Error {
  override readonly name: string = 'ToolException';
}

/** A seam is provided twice, has a scope that is not allowed, or is used before it exists. */
export class SeamException extends ToolException {
  override readonly name = 'SeamException';
}
