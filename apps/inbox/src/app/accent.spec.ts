import { describe, expect, it } from 'vitest';
import { accentOf } from './accent.js';

describe('the accent color of an application', () => {
  it('carries white text if it is dark, and black text if it is bright', () => {
    expect([accentOf('#3b5bdb')?.onAccent, accentOf('#ffd400')?.onAccent]).toEqual(['#ffffff', '#000000']);
  });

  it('is darkened for text in the light theme, and brightened in the dark one', () => {
    expect(accentOf('#0a0')?.accentText).toBe('light-dark(#008000, #0dae0d)');
    expect(accentOf('#1a1a40')?.accentText).toMatch(/^light-dark\(#1a1a40, #[89a-f]\w[89a-f]\w[a-f]\w\)$/);
  });

  it('moves away from its text below the pointer', () => {
    expect([accentOf('#3b5bdb')?.accentHover, accentOf('#ffd400')?.accentHover]).toEqual(['#334ebc', '#ffda24']);
  });

  it('is ignored if it is not a hex color', () => {
    expect([accentOf('red'), accentOf('#12'), accentOf('url(x)'), accentOf('#12345')]).toEqual(
      Array(4).fill(undefined),
    );
  });
});
