import { describe, expect, it } from 'vitest';
import { functionTool } from 'toolgate';
import { boot } from '../story.fixture.js';

const tool = (name: string) => functionTool({ name, description: `Does what ${name.length} says`, run: () => name });

/** Returns the warnings of an application with tools of these names. */
const warningsFor = async (...names: string[]): Promise<readonly string[]> => {
  const providers = names.map((name, index) => ({ provide: `tool-${index}`, useValue: tool(name) }));
  const { logs, app } = await boot({ providers });
  await app.close();
  return logs.filter((line) => line.startsWith('warn: '));
};

const shown = (quoted: string): string => `${quoted} (functionTool(${quoted}))`;

describe('a name that is too long for a provider', () => {
  it('causes one warning at start-up', async () => {
    const long = 'a'.repeat(65);
    const [warning, ...others] = await warningsFor('b'.repeat(64), long);
    expect(others).toEqual([]);
    expect(warning).toBe(
      `warn: Some providers reject names of more than 64 characters. Shorten: ${shown(`"${long}"`)}. Toolgate`,
    );
  });
});

describe('names that differ only by similar characters', () => {
  const alike: readonly (readonly [string, string, string, string, string])[] = [
    ['Cyrillic', 'refund', 'r\u0435fund', '"refund"', '"r\\u{435}fund"'],
    ['Greek', 'payOrder', 'pay\u039frder', '"payOrder"', '"pay\\u{39f}rder"'],
    ['full-width', 'pay', '\uff50\uff41\uff59', '"pay"', '"\\u{ff50}\\u{ff41}\\u{ff59}"'],
    ['mathematical', 'pay', '\u{1d429}ay', '"pay"', '"\\u{1d429}ay"'],
    ['zero and O', 'readIO', 'readI0', '"readIO"', '"readI0"'],
    ['one and l', 'cancel', 'cance1', '"cancel"', '"cance1"'],
    ['l and I', 'lookUp', 'IookUp', '"lookUp"', '"IookUp"'],
    ['a hyphen', 'get-order', 'get\u2010order', '"get-order"', '"get\\u{2010}order"'],
    ['a sign without width', 'pay', 'p\u200bay', '"pay"', '"p\\u{200b}ay"'],
    ['both ways', 'p\u0430y', '\u0440ay', '"p\\u{430}y"', '"\\u{440}ay"'],
  ];

  it.each(alike)('cause one warning at start-up, with escapes: %s', async (...[, one, other, first, second]) => {
    const warnings = (await warningsFor(one, other, 'other')).filter((line) => line.includes('look alike'));
    expect(warnings).toEqual([
      `warn: Tool names look alike, so that a person may approve one for the other. Rename one of: ${shown(first)} and ${shown(second)}. Toolgate`,
    ]);
  });

  it('are all listed in one warning', async () => {
    const warnings = (await warningsFor('pay', 'p\u0430y', 'cancel', 'cance1', '\uff50ay')).filter((line) =>
      line.includes('look alike'),
    );
    expect(warnings).toHaveLength(1);
    const groups = [
      ['"pay"', '"p\\u{430}y"', '"\\u{ff50}ay"'],
      ['"cancel"', '"cance1"'],
    ];
    expect(warnings[0]).toContain(`: ${groups.map((group) => group.map(shown).join(' and ')).join('; ')}.`);
  });

  it('do not include names that differ visibly', async () => {
    expect(
      await warningsFor('findOrder', 'findorder', 'find_order', 'find-order', 'order2', 'orderZ', 'cat', 'cut'),
    ).toEqual([]);
  });
});

describe('a name in a warning', () => {
  it('is written in one line, with escapes for control characters', async () => {
    const [warning] = await warningsFor('pay\u001b[31m\nwarn: all is well');
    expect(warning).toContain('"pay\\u{1b}[31m\\u{a}warn: all is well"');
  });
});
