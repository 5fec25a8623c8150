import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** Returns the sources by which a content security policy allows exactly the scripts inside a page. */
export const inlineScripts = (page: string): readonly string[] =>
  Array.from(page.matchAll(INLINE_SCRIPT), ([, script = '']) => {
    const hash = createHash('sha256').update(script).digest('base64');
    return `'sha256-${hash}'`;
  });
