import { isDeepStrictEqual } from 'node:util';
import { approvalPaths } from './approval-paths.js';
import { approvalSchemas } from './approval-schemas.js';
import { externalPaths } from './external-paths.js';
import { externalSchemas } from './external-schemas.js';
import { requestSchemas } from './request-schemas.js';
import { runPaths } from './run-paths.js';
import { runSchemas } from './run-schemas.js';
import { PREFIX, type Schema } from './schema.js';

/** A document as `SwaggerModule.createDocument` returns it. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: object;
  readonly components?: object;
  readonly tags?: readonly object[];
}

/** The address of the front door, and the routes that it serves. */
export interface ApprovalsOpenApiOptions {
  /** The path of the door, with the global prefix of the application. @default 'approvals' */
  readonly path?: string;
  /** Whether the door serves other applications, as the option `external` of `ApprovalsHttpModule`. @default false */
  readonly external?: boolean;
}

type Schemas = Readonly<Record<string, Schema>>;

const SCHEMAS: Schemas = { ...approvalSchemas, ...runSchemas, ...requestSchemas };
const PATHS: Readonly<Record<string, Schema>> = { ...approvalPaths, ...runPaths };
const REFERENCE = '#/components/schemas/';

/**
 * Returns the document with the routes of the front door, their schemas and examples. They replace the document's own
 * description of these routes. If the application has a schema of the same name, the door's schema takes another name.
 */
export const approvalsOpenApi = <T extends OpenApiDocument>(
  document: T,
  { path = 'approvals', external = false }: ApprovalsOpenApiOptions = {},
): T => {
  const components = (document.components ?? {}) as { readonly schemas?: Readonly<Record<string, unknown>> };
  const own = external ? { ...SCHEMAS, ...externalSchemas } : SCHEMAS;
  const names = namesFor(own, components.schemas ?? {});
  const schemas = Object.entries(own).map(([name, schema]) => [names.get(PREFIX + name), renamed(schema, names)]);
  const door = `/${path.replace(/^\/+|\/+$/g, '')}`;
  const existing = document.paths as Readonly<Record<string, object | undefined>>;
  const paths = Object.entries({ ...PATHS, ...(external && externalPaths) }).map(([below, item]) => [
    door + below,
    { ...existing[door + below], ...(renamed(item, names) as object) },
  ]);
  return {
    ...document,
    paths: { ...document.paths, ...Object.fromEntries(paths) },
    components: { ...components, schemas: { ...components.schemas, ...Object.fromEntries(schemas) } },
  };
};

/** Returns the names of the door's schemas in a document: one that is taken by another schema receives a number. */
const namesFor = (schemas: Schemas, taken: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const [own, schema] of Object.entries(schemas)) {
    const name = PREFIX + own;
    let free = name;
    // The same schema is there if the routes were added before.
    for (let count = 2; free in taken && !isDeepStrictEqual(taken[free], schema); count++) free = `${name}${count}`;
    names.set(name, free);
  }
  return names;
};

const renamed = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (Array.isArray(value)) return value.map((entry) => renamed(entry, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' ? `${REFERENCE}${names.get(String(inner).slice(REFERENCE.length))}` : renamed(inner, names),
    ]),
  );
};
