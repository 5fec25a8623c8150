import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { Tool } from 'toolgate';
import { callsTools, toolCall } from 'toolgate/testing';
import { ToolSearchModule } from 'toolgate/tool-search';
import { boot } from '../story.fixture.js';
import { searches, sentNames } from './searching.fixture.js';

/** Tools whose descriptions are in several languages. */
@Injectable()
class Desk {
  @Tool({ description: '注文を返金する' })
  refund() {}

  @Tool({ description: '预订我们的会议室' })
  room() {}

  @Tool({ description: '주문을 환불합니다' })
  repay() {}

  @Tool({ description: 'คืนเงินให้ลูกค้า' })
  giveBack() {}

  @Tool({ description: 'ग्राहक को रिफंड भेजें' })
  returnMoney() {}

  @Tool({ description: 'Planifie une réunion pour l’équipe' })
  meet() {}

  @Tool({ description: 'Öffnungszeiten ändern' })
  hours() {}
}

describe.each(['regex', 'keyword'] as const)('a model that searches with the index %s', (indexType) => {
  it.each<[language: string, query: string, name: string | undefined]>([
    ['Japanese', '注文の返金', 'refund'],
    ['one Japanese word', '返金', 'refund'],
    ['Chinese', '会议室的预订', 'room'],
    ['Korean', '환불 주문', 'repay'],
    ['Thai', 'ลูกค้าคืนเงิน', 'giveBack'],
    ['Hindi', 'रिफंड', 'returnMoney'],
    ['French without accents', 'reunion', 'meet'],
    ['French with separate accents', 'équipe'.normalize('NFD'), 'meet'],
    ['German', 'andern offnungszeiten', 'hours'],
    ['Japanese, and none that shares only a particle', '天気を調べる', undefined],
    ['Chinese, and none that shares only a particle', '我的天气', undefined],
  ])('finds a tool in %s', async (_language, query, name) => {
    const { app, chat, model } = await boot({
      script: [searches(query), ...(name === undefined ? [] : [callsTools(toolCall(name))]), 'Done.'],
      imports: [ToolSearchModule.forRoot({ indexType })],
      providers: [Desk],
    });
    await chat.prompt(query).conversation('42').tools(Desk).call().content();
    expect(sentNames(model.prompts)[1]?.slice(0, 2)).toEqual(['toolSearchTool', ...(name === undefined ? [] : [name])]);
    await app.close();
  });
});
