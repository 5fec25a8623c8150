// #region declare
import { Injectable } from '@nestjs/common';
import { map, take, timer } from 'rxjs';
import { Tool } from 'toolgate';
import { filePart, type ToolResultOutput } from 'toolgate/model';
import { ToolCallResultConverter, toolContent } from 'toolgate/tool';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);

@Injectable()
class CsvConverter extends ToolCallResultConverter {
  convert(rows: readonly (readonly unknown[])[]): ToolResultOutput {
    return { type: 'text', text: rows.map((row) => row.join(';')).join('\n') };
  }
}

@Injectable()
class Stock {
  @Tool({ description: 'Count the lamps' })
  async count() {
    return { lamps: 3, checkedAt: new Date('2026-05-01') };
  }

  @Tool({ description: 'List the stock', resultConverter: CsvConverter })
  list() {
    return [
      ['lamp', 3],
      ['chair', 12],
    ];
  }

  @Tool({ description: 'Show a shelf' })
  show(shelf: string) {
    return toolContent(`Shelf ${shelf}:`, filePart(png, 'image/png'));
  }

  @Tool({ description: 'Search the whole store' })
  async *search(text: string) {
    yield 'looking on the left';
    yield 'looking on the right';
    return `2 of "${text}"`;
  }

  @Tool({ description: 'Weigh a parcel' })
  weigh() {
    return timer(0, 1).pipe(
      take(2),
      map((step) => ({ grams: 100 + step })),
    );
  }

  @Tool({ description: 'Read the log', maxResultLength: 20 })
  log() {
    return 'Monday: nothing happened. Tuesday: nothing happened.';
  }
}
// #endregion
import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ChatClient, ToolgateModule } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

@Module({ providers: [Stock, CsvConverter] })
class StockModule {}

export const run = async (): Promise<unknown> => {
  const model = new ScriptedChatModel([
    callsTools(
      toolCall('count', {}),
      toolCall('list', {}),
      toolCall('show', { shelf: 'B' }),
      toolCall('search', { text: 'lamp' }),
      toolCall('weigh', {}),
      toolCall('log', {}),
    ),
    'Done.',
  ]);
  const app = await Test.createTestingModule({ imports: [ToolgateModule.forRoot({ model }), StockModule] }).compile();
  await app.get(ChatClient).prompt('Tell me all').tools(Stock).call().content();
  const results = model.prompts[1]!.messages.at(-1)!;
  return results.role === 'tool' && results.content.map(({ output }) => output);
};
