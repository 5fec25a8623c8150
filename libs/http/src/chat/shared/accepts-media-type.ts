/** Whether a list of media types, such as `image/*` or `image/png`, contains one. */
export const acceptsMediaType = (accepted: readonly string[], mediaType: string): boolean =>
  accepted.some(
    (type) => type === '*/*' || (type.endsWith('/*') ? mediaType.startsWith(type.slice(0, -1)) : type === mediaType),
  );
