import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import { IsString, ValidateNested } from 'class-validator';
import { Tool, ToolParam } from 'toolgate';
import { callsTools, toolCall } from 'toolgate/testing';
import { boot } from '../story.fixture.js';

const REFUSED =
  'it is a Set in the code, and would receive a list, because JSON has no Set. Take a list, and create the Set in the method.';

describe('a Set', () => {
  it('stops start-up if its options declare a list, because the method would receive a list', async () => {
    @Injectable()
    class Labels {
      @Tool({ description: 'Add labels' })
      add(@ToolParam({ items: String }) labels: Set<string>) {
        return labels.size;
      }
    }
    await expect(boot({ providers: [Labels] })).rejects.toThrow(`Labels.add, parameter 0 (labels): ${REFUSED}`);
  });

  it('stops start-up as a property that nothing converts', async () => {
    class LabelsDto {
      @IsString({ each: true })
      labels!: Set<string>;
    }
    @Injectable()
    class Labels {
      @Tool({ description: 'Add labels' })
      add(request: LabelsDto) {
        return request.labels.size;
      }
    }
    await expect(boot({ providers: [Labels] })).rejects.toThrow(`LabelsDto.labels: ${REFUSED}`);
  });

  it('is created by class-transformer for a property with @Type() or @Transform()', async () => {
    class Label {
      @IsString()
      name!: string;
    }
    class LabelsDto {
      @Type(() => Label)
      @ValidateNested()
      labels!: Set<Label>;

      @Transform(({ value }) => new Set(value as string[]))
      @IsString({ each: true })
      colors!: Set<string>;
    }
    const received: LabelsDto[] = [];
    @Injectable()
    class Labels {
      @Tool({ description: 'Add labels' })
      add(request: LabelsDto) {
        received.push(request);
      }
    }
    const labels = { labels: [{ name: 'new' }], colors: ['red', 'red'] };
    const { chat } = await boot({
      script: [callsTools(toolCall('add', { request: labels })), 'End.'],
      providers: [Labels],
    });
    await chat.prompt('Go').tools(Labels).call().content();
    expect(received[0]?.colors).toEqual(new Set(['red']));
    const [label] = received[0]?.labels ?? [];
    expect(label).toEqual(Object.assign(new Label(), { name: 'new' }));
    expect(label).toBeInstanceOf(Label);
  });
});
