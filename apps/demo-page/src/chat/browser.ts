const NAMES: readonly (readonly [RegExp, string])[] = [
  [/Edg\/(\d+)/, 'Edge'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrom(?:e|ium)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
];

const browserName = (agent: string): string => {
  for (const [pattern, name] of NAMES) {
    const version = pattern.exec(agent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return 'an unknown browser';
};

/** Answers the tool `describeBrowser` of the desk. */
export const describeBrowser = () => ({
  browser: browserName(navigator.userAgent),
  width: window.innerWidth,
  height: window.innerHeight,
});
