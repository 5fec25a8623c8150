import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { approvalsOpenApi } from 'toolgate/http';
import { read } from './door.fixture.js';

type Answers = Readonly<Record<string, { description: string; content?: Record<string, { schema: object }> }>>;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns a schema that accepts no other properties than those that it names. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isRecord(schema)) return schema;
  const all = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return isRecord(schema['properties']) ? { additionalProperties: false, ...all } : all;
};

/** The OpenAPI document of a door that serves other applications. */
export const documented = (): OpenAPIObject =>
  approvalsOpenApi({ openapi: '3.0.0', info: { title: 'Shop', version: '1' }, paths: {} } as OpenAPIObject, {
    external: true,
  });

/** Returns a function that compares answers with a document. */
export const answerChecker = ({ paths, components }: Pick<OpenAPIObject, 'paths' | 'components'>) => {
  const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema({ $id: 'door', components: closed(components) });
  /** Returns what is wrong with an answer of a route, in words. */
  return async (route: string, response: Response): Promise<string> => {
    const [method, path] = route.split(' ') as ['get' | 'post', string];
    const { status, type, body } = await read(response);
    const { content: contents, description } = (paths[path]![method]!.responses as Answers)[status] ?? {};
    const content = contents?.[type!.split(';')[0]!];
    if (!content) return `${route}: ${status} ${type} is not documented`;
    const problem = status < 400 ? '' : String(body['problem']);
    if (!description?.includes(problem)) return `${route}: ${status} ${problem} is not documented`;
    const schema = JSON.parse(JSON.stringify(content.schema).replaceAll('"#/', '"door#/')) as object;
    return ajv.validate(schema, body) ? '' : `${route}: ${status} ${ajv.errorsText()} in ${JSON.stringify(body)}`;
  };
};
