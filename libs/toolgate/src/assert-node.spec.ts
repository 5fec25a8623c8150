import { describe, expect, it } from 'vitest';
import { Test } from '@nestjs/testing';
import { ToolgateModule, assertNode } from './toolgate.module.js';

describe('the version of Node.js', () => {
  it.each(['18.20.8', '20.18.3', '16.0.0'])('%s is rejected with an error that names it', (version) => {
    expect(() => assertNode(version)).toThrow(
      `Toolgate does not run on Node.js ${version}: it requires 20.19 or newer. Update Node.js.`,
    );
  });

  it.each(['20.19.0', '20.20.2', '22.0.0', '26.1.0'])('%s is accepted', (version) => {
    expect(() => assertNode(version)).not.toThrow();
  });

  it('stops start-up if it is too old', async () => {
    const versions = Object.getOwnPropertyDescriptor(process, 'versions')!;
    Object.defineProperty(process, 'versions', { ...versions, value: { ...process.versions, node: '18.20.8' } });
    await expect(Test.createTestingModule({ imports: [ToolgateModule.forRoot({})] }).compile()).rejects.toThrow(
      'Toolgate does not run on Node.js 18.20.8',
    );
    Object.defineProperty(process, 'versions', versions);
  });
});
