import type {
  SchemaDescription,
  SchemaFieldDescription,
  SchemaInnerTypeDescription,
  SchemaObjectDescription,
} from "yup";
import { contract } from "../../shared/contract";
import type { Endpoint } from "../../shared/kernel/endpoint";
import type { Records } from "../factories/records";

export const allCalls: [name: string, endpoint: Endpoint][] = Object.entries(contract).flatMap(([name, endpoint]) => [
  [name, endpoint] as [string, Endpoint],
  ...(endpoint.siblings ?? []).map((method): [string, Endpoint] => [`${name} by ${method}`, { ...endpoint, method }]),
]);

/** Calls of signed-in users that change state. */
export const changingCalls = allCalls.filter(
  ([, { method, access, readOnly }]) => !(method === "GET" && readOnly) && access === "signedIn",
);

export interface RequestField {
  name: string;
  type: string;
  entity: string | null;
  list: boolean;
  optional: boolean;
}

export function schemaFieldsOf(schema: Endpoint["body"]): RequestField[] {
  const { fields } = schema.describe() as SchemaObjectDescription;
  return Object.entries(fields).map(([name, field]) => {
    const { type, optional } = field as SchemaDescription;
    const inner = innerOf(field);
    const entity = entityOf(field) ?? (inner && entityOf(inner)) ?? null;
    return { name, type, entity, list: type === "array", optional };
  });
}

function innerOf(field: SchemaFieldDescription): SchemaFieldDescription | null {
  const { innerType } = field as SchemaInnerTypeDescription;
  return (Array.isArray(innerType) ? innerType[0] : innerType) ?? null;
}

function entityOf(field: SchemaFieldDescription): string | undefined {
  return (field as SchemaDescription).meta?.entity as string | undefined;
}

export function idOf(records: Records, entity: string): number {
  const id = records[entity];
  if (id === undefined) throw new Error(`No tests/…/….records.ts creates a record of "${entity}".`);
  return id;
}

export function pathWithRecordIds(endpoint: Endpoint, records: Records, instead: Record<string, string> = {}): string {
  const params = schemaFieldsOf(endpoint.params);
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const entity = params.find((param) => param.name === name)?.entity;
    return instead[name] ?? (entity ? String(idOf(records, entity)) : (endpoint.example?.params?.[name] ?? "1"));
  });
}

export function examplePayloadOf(schema: Endpoint["body"], example: Record<string, unknown> = {}, records: Records) {
  return filled(schema.describe(), example, records) as Record<string, unknown>;
}

function filled(field: SchemaFieldDescription, value: unknown, records: Records): unknown {
  const entity = entityOf(field);
  if (entity) return typeof value === "number" ? idOf(records, entity) : value;
  const inner = innerOf(field);
  if (inner && Array.isArray(value)) return value.map((item) => filled(inner, item, records));
  if (typeof value !== "object" || value === null || !("fields" in field)) return value;
  const { fields } = field as SchemaObjectDescription;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, fields[name] ? filled(fields[name], each, records) : each]),
  );
}

export function requestFor(endpoint: Endpoint, records: Records) {
  const { example } = endpoint;
  const hasBody =
    endpoint.method !== "GET" && (example?.body !== undefined || schemaFieldsOf(endpoint.body).length > 0);
  return {
    method: endpoint.method,
    url: pathWithRecordIds(endpoint, records),
    query: example?.query
      ? (examplePayloadOf(endpoint.query, example.query, records) as Record<string, string>)
      : undefined,
    ...(hasBody ? { payload: examplePayloadOf(endpoint.body, example?.body, records) as object } : {}),
  };
}
