/** Shows characters that are not seen. */
export const visibleText = (text: string): string => text;
