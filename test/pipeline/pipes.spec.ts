import { describe, expect, it } from 'vitest';
import {
  type ArgumentMetadata,
  Body,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  ParseIntPipe,
  type PipeTransform,
  UsePipes,
  ValidationPipe,
} from '@nestjs/common';
import { Expose, Transform, Type } from 'class-transformer';
import { IsDate, IsInt, IsString, Max } from 'class-validator';
import { Tool, ToolArgumentsHost, ToolContext, ToolParam } from 'toolgate';
import { ToolRegistry } from 'toolgate/tool';
import { bootPipeline } from './pipeline.fixture.js';

class RefundDto {
  @Expose({ name: 'order_number' })
  @IsString()
  orderNumber!: string;

  @Transform(({ value }) => Number(value) * 100)
  @IsInt()
  @Max(100_000)
  cents!: number;

  @IsDate()
  @Type(() => Date)
  dueAt!: Date;
}

class Noting implements PipeTransform {
  static readonly seen: ArgumentMetadata[] = [];

  transform(value: unknown, metadata: ArgumentMetadata) {
    Noting.seen.push(metadata);
    return value;
  }
}

@Injectable()
class Upper implements PipeTransform {
  transform(value: unknown) {
    return String(value).toUpperCase();
  }
}

const User = createParamDecorator((key: string | undefined, context: ExecutionContext) => {
  const { user } = ToolArgumentsHost.create(context).getContext<{ user: { name: string } }>().data;
  return key ? user[key as 'name'] : user;
});
const Later = createParamDecorator(async () => Promise.resolve('41'));

const shown = ({ orderNumber, cents, dueAt, constructor }: RefundDto) =>
  `${constructor.name} ${orderNumber} ${cents} ${dueAt instanceof Date && dueAt.getFullYear()}`;

@Injectable()
class Desk {
  @Tool({ description: 'Notes' })
  @UsePipes(Noting)
  note(request: RefundDto, times: number, context: ToolContext, @User('name') user: string) {
    return `${request.cents} ${times} ${context.call?.toolName} ${user}`;
  }

  @Tool({ description: 'Validates, transforming' })
  @UsePipes(new ValidationPipe({ transform: true, whitelist: true }))
  transformed(request: RefundDto) {
    return shown(request);
  }

  @Tool({ description: 'Validates' })
  @UsePipes(new ValidationPipe({ whitelist: true }))
  validated(request: RefundDto) {
    return shown(request);
  }

  @Tool({ description: 'Validates the whole', parameters: RefundDto })
  @UsePipes(new ValidationPipe({ transform: true }))
  whole(request: RefundDto) {
    return shown(request);
  }

  @Tool({ description: 'Parses' })
  parse(@User() user: { name: string }, @Later(ParseIntPipe) later: number, amount: number) {
    return `${user.name} ${later + amount}`;
  }

  @Tool({ description: 'Shouts', parameters: { type: 'object', properties: { word: { type: 'string' } } } })
  shout(@User('name', Upper) name: string, input: { word: string }) {
    return `${name}: ${input.word}`;
  }

  @Tool({ description: 'Refuses' })
  @UsePipes(new ParseIntPipe())
  strict(amount: string) {
    return typeof amount;
  }
}

@Injectable()
class Overriding extends Desk {
  override parse(user: { name: string }, later: number, amount: number) {
    return `overridden ${user.name} ${later + amount}`;
  }
}

const request = { order_number: 'A-1', cents: 5, dueAt: '2026-01-01T00:00:00Z' };
const user = { user: { name: 'Ada' } };
const made = 'RefundDto A-1 500 2026';

describe('a pipe', () => {
  it('receives each argument from the model and the application, with its type', async () => {
    const { told } = await bootPipeline({ providers: [Desk] });
    expect(await told('note', { request, times: 2 }, user)).toMatchObject({ text: '500 2 note Ada' });
    expect(Noting.seen).toEqual([
      { type: 'body', metatype: RefundDto, data: 'request' },
      { type: 'body', metatype: Number, data: 'times' },
      { type: 'custom', metatype: String, data: 'name' },
    ]);
  });

  it('passes its result to the method, and its error to the model', async () => {
    const { told } = await bootPipeline({ providers: [Desk] });
    expect(await told('strict', { amount: '5' })).toMatchObject({ text: 'number' });
    expect(await told('strict', { amount: 'five' })).toMatchObject({
      text: 'Validation failed (numeric string is expected)',
      outcome: 'error',
    });
  });

  it.each(['transformed', 'validated'])('that is a ValidationPipe converts nothing twice: %s', async (name) => {
    const { told } = await bootPipeline({ providers: [Desk] });
    expect(await told(name, { request })).toMatchObject({ text: made });
  });

  it('that is a ValidationPipe may validate the whole input', async () => {
    const { told } = await bootPipeline({ providers: [Desk] });
    expect(await told('whole', request)).toMatchObject({ text: made });
  });
});

describe('a parameter with a custom decorator', () => {
  it('receives its value from the decorator and its pipes, and is not in the schema', async () => {
    const { told, start } = await bootPipeline({ providers: [Desk] });
    expect(await told('parse', { amount: 1, user: { name: 'Eve' } }, user)).toMatchObject({ text: 'Ada 42' });
    const { app } = await start('parse');
    expect(app.get(ToolRegistry).get('parse')!.definition.inputSchema).toMatchObject({
      properties: { amount: { type: 'number' } },
      required: ['amount'],
    });
    expect(Object.keys(app.get(ToolRegistry).get('parse')!.definition.inputSchema['properties'] as object)).toEqual([
      'amount',
    ]);
  });

  it('may be combined with one that receives the whole input', async () => {
    const { told } = await bootPipeline({ providers: [Desk] });
    expect(await told('shout', { word: 'hey' }, user)).toMatchObject({ text: 'ADA: hey' });
  });

  it('receives its value with any other decorator', async () => {
    @Injectable()
    class Twice {
      @Tool({ description: 'Twice' })
      twice(@User('name') @Body() one: string, @Body() @User('name') other: string) {
        return `${one} ${other}`;
      }
    }
    const { told } = await bootPipeline({ providers: [Twice] });
    expect(await told('twice', { one: 'Eve', other: 'Eve' }, user)).toMatchObject({ text: 'Ada Ada' });
  });

  it('receives its value if the method is overridden', async () => {
    const { told } = await bootPipeline({ providers: [Overriding] });
    expect(await told('parse', { amount: 1 }, user)).toMatchObject({ text: 'overridden Ada 42' });
  });

  it('cannot be a parameter of the model too', async () => {
    @Injectable()
    class Both {
      @Tool({ description: 'Both' })
      run(@User() @ToolParam({ description: 'The user' }) _user: string) {}
    }
    await expect((await bootPipeline({ providers: [Both] })).start('run')).rejects.toThrow(
      'Both.run, parameter 0: a decorator of the application sets its value, but @ToolParam() requests one from the model. Remove one of them.',
    );
  });

  it('is refused on a static method, because Nest does not know its class', async () => {
    @Injectable()
    class Static {
      @Tool({ description: 'Static' })
      static ofNobodyElse(@User() _user: string) {}
    }
    await expect((await bootPipeline({ providers: [Static] })).start('ofNobodyElse')).rejects.toThrow(
      'Static.ofNobodyElse: Nest stores the parameter decorators of static methods in one place',
    );
  });
});
