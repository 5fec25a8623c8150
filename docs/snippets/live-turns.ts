// #region controller
import {
  BadRequestException,
  Body,
  Controller,
  Delete,
  NotFoundException,
  Param,
  Post,
  Query,
  Sse,
  UseFilters,
} from '@nestjs/common';
import { map } from 'rxjs';
import { ApprovalExceptionFilter, ChatClient } from 'toolgate';

// Your application names the person of a request, for example from its session.
const person = () => ({ id: 'ada', administrator: false });

@Controller('chats/:chat/turns')
@UseFilters(ApprovalExceptionFilter)
class Turns {
  constructor(private readonly chat: ChatClient) {}

  @Post()
  async start(@Param('chat') conversation: string, @Body('question') question: unknown) {
    const turn = this.chat.prompt(String(question)).conversation(conversation).stream().live();
    await turn.opened;
    return { runId: turn.runId };
  }

  @Sse(':id')
  async parts(@Param('id') id: string, @Query('from') index = '0') {
    const from = Number(index);
    if (!Number.isSafeInteger(from) || from < 0)
      throw new BadRequestException('Invalid "from". Pass a whole number of at least 0.');
    const turn = await this.chat.follow(id, person());
    if (!turn) throw new NotFoundException(`There is no live turn ${id}.`);
    return turn.parts(from).pipe(map((data) => ({ type: data.type, data })));
  }

  @Delete(':id')
  async abort(@Param('id') id: string): Promise<void> {
    await this.chat.abort(id, person());
  }
}
// #endregion
import { ConflictException, Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { lastValueFrom, toArray } from 'rxjs';
import { ToolgateModule } from 'toolgate';
import type { LiveTurn } from 'toolgate/chat';
import { ScriptedChatModel } from 'toolgate/testing';
import { readElsewhere } from './live-turns/instances.js';

const typesAndTexts = async (turn: Pick<LiveTurn, 'parts'>, from: number) => {
  const parts = await lastValueFrom(turn.parts(from).pipe(toArray()));
  return parts.map((part) => (part.type === 'text-delta' ? part.delta : part.type));
};

// #region active
@Injectable()
class OpenTurns {
  constructor(private readonly chat: ChatClient) {}

  async assertFree(conversation: string): Promise<void> {
    const runId = await this.chat.active(conversation);
    if (runId !== undefined) throw new ConflictException(`The turn ${runId} is still running. Follow or abort it.`);
  }
}
// #endregion

export const run = async (): Promise<unknown> => {
  const model = new ScriptedChatModel(['It is on its way.'], { chunkSize: 9 });
  @Module({ imports: [ToolgateModule.forRoot({ model })], controllers: [Turns], providers: [OpenTurns] })
  class AppModule {}
  const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
  await app.init();
  const chat = app.get(ChatClient);
  // #region live
  const turn = chat.prompt('Where is A-1042?').stream().live();
  const first = typesAndTexts(turn, 0);
  const late = typesAndTexts(turn, 1);
  const outcome = await turn.outcome();
  // #endregion
  await app.get(OpenTurns).assertFree('c-7');
  const result = { first: await first, late: await late, outcome: outcome.content, elsewhere: await readElsewhere() };
  await app.close();
  return result;
};
