import { Injectable } from '@nestjs/common';
import { Exclude, Expose, Type } from 'class-transformer';
import { IsDate, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Tool, ToolContext, ToolParam } from 'toolgate';
import { RequiresApproval } from 'toolgate/approval';
import { rejectionOf } from '../chat/chat.fixture.js';
import { yes } from './approval.fixture.js';
import { as, bootShop, FINANCE, waitsFor } from './guarded-methods.fixture.js';

class Line {
  @IsString()
  sku!: string;

  @IsInt()
  quantity!: number;
}

class RefundDto {
  @IsString()
  order!: string;

  @IsDate()
  @Type(() => Date)
  on!: Date;

  @ValidateNested({ each: true })
  @Type(() => Line)
  lines!: Line[];

  @Expose({ name: 'note_text' })
  @IsOptional()
  @IsString()
  note?: string;

  @Exclude()
  session?: string;

  undeclared?: string;

  get total(): number {
    return this.lines.length;
  }
}

const ON = new Date('2026-01-31T09:30:00Z');
const LINE = Object.assign(new Line(), { sku: 'X-1', quantity: 2 });
const JSON_LINE = { sku: 'X-1', quantity: 2 };

const refundOf = (more: object = {}): RefundDto =>
  Object.assign(new RefundDto(), { order: 'A-1', on: ON, lines: [LINE], ...more });

const amounts = z.object({ order: z.string(), amount: z.number().int() });
const raw = { type: 'object', properties: { order: { type: 'string' } }, additionalProperties: false } as const;

@Injectable()
class Desk {
  readonly received: unknown[] = [];

  @RequiresApproval()
  async refund(@ToolParam() request: RefundDto, context?: ToolContext): Promise<void> {
    this.received.push(request, context?.data['user']);
  }

  @RequiresApproval()
  async refundOn(@ToolParam() on: Date): Promise<void> {
    this.received.push(on);
  }

  @Tool({ description: 'Refund an amount', parameters: amounts })
  @RequiresApproval()
  async refundAmount(input: z.infer<typeof amounts>, context?: ToolContext): Promise<void> {
    this.received.push(input, context?.data['user']);
  }

  @Tool({ description: 'Refund lines', parameters: RefundDto })
  @RequiresApproval()
  async refundLines(input: RefundDto): Promise<void> {
    this.received.push(input);
  }

  @Tool({ description: 'Refund an order', parameters: raw })
  @RequiresApproval()
  async refundOrder(input: { readonly order: string }): Promise<void> {
    this.received.push(input);
  }
}

const bootDesk = async () => {
  const { app, approvals } = await bootShop({ providers: [Desk] });
  const desk = app.get(Desk);
  /** Calls as Ada, approves what must wait, and returns what the approver saw and what the method received. */
  const approve = async (call: (desk: Desk) => Promise<unknown>) => {
    const { first, runId } = await waitsFor(as('ada', () => call(desk)));
    await approvals.decide(first.id, yes(first), FINANCE);
    expect(await approvals.runs.resume(runId)).toMatchObject({ status: 'completed' });
    return { seen: first.arguments, received: desk.received };
  };
  /** Calls as Ada, expects that no one is asked and nothing runs, and returns the message of the error. */
  const refusal = async (call: (desk: Desk) => unknown): Promise<string> => {
    const error = await rejectionOf(as('ada', async () => call(desk)));
    expect((await approvals.list()).items).toEqual([]);
    expect(desk.received).toEqual([]);
    return (error as Error).message;
  };
  return { app, approve, refusal };
};

describe('the arguments of a guarded method that the application calls', () => {
  it('are shown as JSON, and the method receives instances and dates made of it', async () => {
    const { app, approve } = await bootDesk();
    const { seen, received } = await approve((desk) => desk.refund(refundOf({ note: 'late' })));
    expect(seen).toEqual({
      request: { order: 'A-1', on: ON.toISOString(), lines: [JSON_LINE], note_text: 'late' },
    });
    expect(received).toStrictEqual([refundOf({ note: 'late' }), 'ada']);
    await app.close();
  });

  it('may be a date', async () => {
    const { app, approve } = await bootDesk();
    expect(await approve((desk) => desk.refundOn(ON))).toEqual({ seen: { on: ON.toISOString() }, received: [ON] });
    await app.close();
  });

  it.each<[string, (desk: Desk) => Promise<unknown>, seen: object, received: unknown[]]>([
    [
      'by a Standard Schema',
      (desk) => desk.refundAmount({ order: 'A-1', amount: 5 }),
      { order: 'A-1', amount: 5 },
      [{ order: 'A-1', amount: 5 }, 'ada'],
    ],
    [
      'by a class',
      (desk) => desk.refundLines(refundOf()),
      { order: 'A-1', on: ON.toISOString(), lines: [JSON_LINE] },
      [refundOf()],
    ],
    ['by a JSON Schema', (desk) => desk.refundOrder({ order: 'A-1' }), { order: 'A-1' }, [{ order: 'A-1' }]],
  ])('may be one input as a whole: %s', async (_, call, seen, received) => {
    const { app, approve } = await bootDesk();
    expect(await approve(call)).toEqual({ seen, received });
    await app.close();
  });

  it('never contain the context of another person', async () => {
    const { app, approve } = await bootDesk();
    const forged = { data: { user: 'mallory' } } as unknown as ToolContext;
    const { received } = await approve((desk) => desk.refundAmount({ order: 'A-1', amount: 5 }, forged));
    expect(received).toEqual([{ order: 'A-1', amount: 5 }, 'ada']);
    await app.close();
  });

  it.each<[string, (desk: Desk) => unknown, string]>([
    [
      'a property without a decorator',
      (desk) => desk.refund(refundOf({ undeclared: 'x' })),
      '/request/undeclared has no decorator in RefundDto, so the method would not receive it. Add one, or leave the property out.',
    ],
    [
      'a property of a line that its class does not have',
      (desk) => desk.refund(refundOf({ lines: [{ ...LINE, 'a/b': 1 }] })),
      '/request/lines/0/a~1b has no decorator in Line',
    ],
    [
      'a line that is invalid',
      (desk) => desk.refund(refundOf({ lines: [{ sku: 'X-1', quantity: 1.5 }] })),
      '/request/lines/0/quantity must be a whole number.',
    ],
    [
      'a date that is none',
      (desk) => desk.refundOn(new Date(Number.NaN)),
      'Invalid arguments for "Desk.refundOn": /on must be a valid date.',
    ],
    ['no input', (desk) => desk.refundAmount(undefined as never), '/order is required: a string; /amount is required'],
    ['a list', (desk) => desk.refundAmount([1] as never), 'must be an object.'],
    [
      'an instance of a class that the tool does not know',
      (desk) => desk.refundOrder(new (class {})() as never),
      'must be plain JSON. JSON cannot carry an instance of a class without a name as it is.',
    ],
    [
      'more than the method takes',
      (desk) => (desk.refundAmount as (...all: unknown[]) => unknown)({ order: 'A-1', amount: 5 }, undefined, 3),
      'must be at most 2 arguments, and 3 were passed.',
    ],
  ])('are refused, and no one is asked: %s', async (_, call, problem) => {
    const { app, refusal } = await bootDesk();
    expect(await refusal(call)).toContain(problem);
    await app.close();
  });

  it('leave out what their class excludes', async () => {
    const { app, approve } = await bootDesk();
    const { seen, received } = await approve((desk) => desk.refund(refundOf({ session: 'secret' })));
    expect(JSON.stringify(seen)).not.toContain('secret');
    expect(received).toStrictEqual([refundOf(), 'ada']);
    await app.close();
  });
});
