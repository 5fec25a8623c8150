// #region dto
import { IsInt, IsString, Min } from 'class-validator';

class Film {
  @IsString()
  title!: string;

  @IsInt()
  @Min(1888)
  year!: number;
}
// #endregion
import { Controller, Injectable, Module, Param, Sse } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { lastValueFrom, map, type Observable, toArray } from 'rxjs';
import {
  causeOf,
  ChatClient,
  StructuredOutputException,
  StructuredOutputValidationAdvisor,
  ToolgateModule,
} from 'toolgate';
import { ScriptedChatModel } from 'toolgate/testing';
import { z } from 'zod';

// #region service
const Review = z.object({ mood: z.enum(['good', 'bad']), seen: z.iso.date().transform((text) => new Date(text)) });

@Injectable()
class Cinema {
  constructor(private readonly chat: ChatClient) {}

  film(question: string): Promise<Film> {
    return this.chat.prompt(question).call().entity(Film);
  }

  films(question: string): Promise<Film[]> {
    return this.chat.prompt(question).call().entity([Film]);
  }

  async cost(question: string): Promise<{ review: z.infer<typeof Review>; tokens: number | undefined }> {
    const { entity, response } = await this.chat.prompt(question).call().responseEntity(Review);
    return { review: entity, tokens: response.usage.totalTokens };
  }
}
// #endregion

// #region stream
@Controller('films')
class FilmController {
  constructor(private readonly chat: ChatClient) {}

  @Sse(':question')
  film(@Param('question') question: string): Observable<{ data: object }> {
    const films = this.chat.prompt(question).stream().entity(Film);
    return films.pipe(map((film) => ({ data: film })));
  }
}
// #endregion

// #region failure
const whyNot = async (chat: ChatClient, question: string): Promise<object> => {
  try {
    return await chat.prompt(question).call().entity(Film, { repeatAttempts: 1 });
  } catch (error) {
    const reason = causeOf(error);
    if (reason instanceof StructuredOutputException) return { issues: reason.issues, answer: reason.text };
    throw error;
  }
};
// #endregion

// #region parts
import { ENTITY_KIND, type JsonValue } from 'toolgate/model';

const filmOf = async (chat: ChatClient, question: string): Promise<JsonValue | undefined> => {
  let film: JsonValue | undefined;
  for await (const part of chat.prompt(question).entity(Film).stream()) {
    if (part.type === 'custom' && part.kind === ENTITY_KIND) film = part.data;
  }
  return film;
};
// #endregion

export const run = async (): Promise<unknown> => {
  const alien = '{"title": "Alien", "year": 1979}';
  const script = [
    `Here is the JSON:\n\`\`\`json\n${alien}\n\`\`\``,
    `{"value": [${alien}]}`,
    {
      message: { role: 'assistant', content: [{ type: 'text', text: '{"mood": "good", "seen": "2026-01-31"}' }] },
      usage: { totalTokens: 42 },
    } as const,
    alien,
    '{"title": "Alien", "year": 79}',
    '{"title": "Alien"}',
    alien,
    alien,
  ];
  const model = new ScriptedChatModel(script, { chunkSize: 12 });
  @Module({ imports: [ToolgateModule.forRoot({ model })], providers: [Cinema], controllers: [FilmController] })
  class AppModule {}
  const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
  const chat = app.get(ChatClient);
  const cinema = app.get(Cinema);
  const film = await cinema.film('Name a film');
  const films = await cinema.films('Name films');
  const cost = await cinema.cost('How was it?');
  const events = await lastValueFrom(app.get(FilmController).film('Name a film').pipe(toArray()));
  const failure = await whyNot(chat, 'Name a film');
  // #region advisor
  const checked = new StructuredOutputValidationAdvisor({ schema: Film, repeatAttempts: 2 });
  const text = await chat.prompt('Name a film, as {"title": …, "year": …}').advisors(checked).call().content();
  // #endregion
  const part = await filmOf(chat, 'Name a film');
  return { film, films, cost, stream: events.map(({ data }) => data), failure, text, part };
};
