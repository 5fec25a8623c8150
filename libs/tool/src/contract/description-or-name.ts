/** Returns the description of a tool, or its name if the description is missing or blank. */
export const descriptionOrName = (name: string, description: string | undefined): string =>
  description?.trim() ? description : name;
