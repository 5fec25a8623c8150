import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Logger } from '@nestjs/common';
import { ChatClientException } from '../errors/chat.errors.js';
import { PromptTemplate } from './prompt-template.js';

const render = (text: string, params: object = {}, options: object = {}) =>
  new PromptTemplate(text, options).render(params as Record<string, unknown>);

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a prompt template', () => {
  it.each<[string, string, object, string]>([
    ['a parameter', 'Greet {name}.', { name: 'Ann' }, 'Greet Ann.'],
    ['a value unchanged', '{text}', { text: '<b>"{x}" & \\</b>' }, '<b>"{x}" & \\</b>'],
    ['a property at any depth', '{order.by.name}', { order: { by: { name: 'Ann' } } }, 'Ann'],
    ['an empty string for a missing property', '[{order.by.name}]', { order: {} }, '[]'],
    ['a list', '{#items}- {name}\n{/items}', { items: [{ name: 'lamp' }, { name: 'chair' }] }, '- lamp\n- chair\n'],
    ['a list of strings', '{#items}{.};{/items}', { items: ['a', 'b'] }, 'a;b;'],
    ['the alternative of an empty list', '{^items}none{/items}', { items: [] }, 'none'],
    ['null as an empty string', '[{name}]', { name: null }, '[]'],
    ['a character of the private use area unchanged', '\\{{text}', { text: 'a \uE000' }, '{a \uE000'],
    ['nothing for a section of undefined', '[{#note}Note: {note}{/note}]', { note: undefined }, '[]'],
    ['zero and false', '{n} {no}', { n: 0, no: false }, '0 false'],
    ['an escaped brace', '\\{"name": "{name}"}', { name: 'Ann' }, '{"name": "Ann"}'],
    ['escaped braces on both sides', '{x} \\{foo\\}', { x: 'y' }, 'y {foo}'],
    ['escaped braces in a list', '{#items}\\{{.}\\} {/items}', { items: ['a', 'b'] }, '{a} {b} '],
    ['no parameters', 'Hello.', {}, 'Hello.'],
  ])('inserts %s', (_, text, params, expected) => {
    expect(render(text, params)).toBe(expected);
  });

  it('may have other delimiters', () => {
    expect(render('<name> {as it is}', { name: 'Ann' }, { delimiters: ['<', '>'] })).toBe('Ann {as it is}');
    expect(render('{{name}} {x}', { name: 'Ann' }, { delimiters: ['{{', '}}'] })).toBe('Ann {x}');
    expect(render('$name$', { name: 'Ann' }, { delimiters: ['$', '$'] })).toBe('Ann');
    expect(render('\\<b\\><name>', { name: 'Ann' }, { delimiters: ['<', '>'] })).toBe('<b>Ann');
    expect(render('\\$$ $$name$$', { name: 'Ann' }, { delimiters: ['$$', '$$'] })).toBe('$$ Ann');
  });

  it('has default values, which a call overrides', () => {
    const template = new PromptTemplate('{a} {b}', { params: { a: 1, b: 1 } });
    expect([template.render({ b: 2 }), template.render()]).toEqual(['1 2', '1 1']);
    expect(template.render({ a: undefined, b: 2 })).toBe('1 2');
  });

  it('names the missing values', () => {
    expect(() => render('{a} {order.id} {constructor}', { a: 1 })).toThrow(
      'A prompt template has no value for "order", "constructor".',
    );
  });

  it('refuses values that are not in an object', () => {
    const template = new PromptTemplate('Greet {name}.');
    expect(() => template.render(JSON.parse('null'))).toThrow(
      new ChatClientException('render() received null. Pass an object with a value for each parameter.'),
    );
  });

  it('counts undefined as a missing value', () => {
    expect(() => render('Greet {name}.', { name: undefined })).toThrow('A prompt template has no value for "name".');
  });

  it('only logs a missing value, or ignores it, by its options', () => {
    const warn = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
    expect(render('[{a}]', {}, { missing: 'ignore' })).toBe('[]');
    expect(warn).not.toHaveBeenCalled();
    expect(render('[{a}]', {}, { missing: 'warn' })).toBe('[]');
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('no value for "a"'));
  });

  it.each([
    ['{name', 'Unclosed tag at 5'],
    ['{#a}x', 'Unclosed section "a"'],
    [' ', 'A prompt template has no text. Pass a string that is not empty.'],
  ])('is refused if it cannot be parsed: %s', (text, message) => {
    expect(() => render(text)).toThrow(message);
  });

  it.each<[object, string]>([
    [{ missing: 'error' }, "The option missing of a prompt template is 'error'. Pass 'throw', 'warn' or 'ignore'."],
    [{ missing: null }, 'The option missing of a prompt template is null.'],
    [{ delimiters: ['', ''] }, "The option delimiters of a prompt template is [ '', '' ]. Pass two texts"],
    [{ delimiters: ['{'] }, "The option delimiters of a prompt template is [ '{' ]. Pass two texts"],
    [{ delimiters: '{}' }, 'The option delimiters of a prompt template is a string.'],
  ])('is refused with an invalid option: %j', (options, message) => {
    expect(() => render('{a}', { a: 1 }, options)).toThrow(ChatClientException);
    expect(() => render('{a}', { a: 1 }, options)).toThrow(message);
  });

  it('may be read from a file', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'toolgate-')), 'greeting.txt');
    writeFileSync(path, 'Grüße {name}.');
    expect(PromptTemplate.fromFile(path).render({ name: 'Ann' })).toBe('Grüße Ann.');
    const missing = new RegExp(
      `^The prompt template ${path}.no cannot be read: ENOENT.* Pass the path of a file that this process may read.$`,
    );
    expect(() => PromptTemplate.fromFile(`${path}.no`)).toThrow(missing);
  });
});
