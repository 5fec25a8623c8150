import { textOf, type ToolResultPart } from 'toolgate/model';

/** Returns the result of a tool as one text. */
export const textOfOutput = (output: ToolResultPart['output']): string => {
  if (output.type === 'text') return output.text;
  return output.type === 'json' ? JSON.stringify(output.value) : textOf({ role: 'user', content: output.parts });
};
