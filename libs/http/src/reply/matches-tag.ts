/** Whether `If-None-Match` names a tag, by the weak comparison of RFC 9110. */
export const matchesTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  header.split(',').some((entry) => {
    const named = entry.trim();
    return named === '*' || named.replace(/^W\//, '') === tag;
  });
