import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { Tool, ToolContext, ToolParam } from 'toolgate';
import { inputSchemaOf } from 'toolgate/tool';

@Injectable()
class Guessed {
  @Tool({ description: 'Tell the weather' })
  weather(@ToolParam({ required: false }) unit: string | undefined, _context: ToolContext) {
    return unit;
  }
}

@Injectable()
class Stated {
  @Tool({ description: 'Tell the weather' })
  weather(@ToolParam({ type: String, required: false }) unit: string | undefined, _context: ToolContext) {
    return unit;
  }
}

describe('a string before the ToolContext that may be undefined', () => {
  it('is rejected without its type, with an error that contains the line to add', () => {
    expect(() => inputSchemaOf(Guessed, 'weather')).toThrow(
      '@ToolParam({ type: String })         for a string that may be undefined',
    );
  });

  it('is optional after that line is added', () => {
    expect(inputSchemaOf(Stated, 'weather')).toMatchObject({ properties: { unit: { type: 'string' } } });
    expect(inputSchemaOf(Stated, 'weather').required ?? []).not.toContain('unit');
  });
});
