import type {
  SchemaDescription,
  SchemaFieldDescription,
  SchemaInnerTypeDescription,
  SchemaObjectDescription,
} from "yup";
import { contract } from "../../shared/contract";
import type { Endpoint } from "../../shared/kernel/endpoint";
import type { EntityName } from "../../shared/kernel/fields";
import type { Records } from "../factories/records";

/** Every call of the contract by its name, under each of its methods. */
export const everyCall: [name: string, endpoint: Endpoint][] = Object.entries(contract).flatMap(([name, endpoint]) => [
  [name, endpoint] as [string, Endpoint],
  ...(endpoint.siblings ?? []).map((method): [string, Endpoint] => [`${name} by ${method}`, { ...endpoint, method }]),
]);

/** What the matrix needs to know of a schema's fields: which hold ids, and of what type they are. */
export interface Field {
  name: string;
  type: string;
  entity: EntityName | null;
  /** A list of ids. */
  list: boolean;
  optional: boolean;
}

export function fieldsOf(schema: Endpoint["body"]): Field[] {
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

function entityOf(field: SchemaFieldDescription): EntityName | undefined {
  return (field as SchemaDescription).meta?.entity as EntityName | undefined;
}

/** The path with these records' ids; `instead` replaces single parameters by anything. */
export function pathWith(endpoint: Endpoint, records: Records, instead: Record<string, string> = {}): string {
  const params = fieldsOf(endpoint.params);
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const entity = params.find((param) => param.name === name)?.entity;
    return instead[name] ?? (entity ? String(records[entity]) : (endpoint.example?.params?.[name] ?? "1"));
  });
}

/** The contract's example with these records' ids in it. */
export function exampleOf(schema: Endpoint["body"], example: Record<string, unknown> = {}, records: Records) {
  return filled(schema.describe(), example, records) as Record<string, unknown>;
}

function filled(field: SchemaFieldDescription, value: unknown, records: Records): unknown {
  const entity = entityOf(field);
  if (entity) return typeof value === "number" ? records[entity] : value;
  const inner = innerOf(field);
  if (inner && Array.isArray(value)) return value.map((item) => filled(inner, item, records));
  if (typeof value !== "object" || value === null || !("fields" in field)) return value;
  const { fields } = field as SchemaObjectDescription;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, fields[name] ? filled(fields[name], each, records) : each]),
  );
}

/** A request that passes validation. */
export function requestFor(endpoint: Endpoint, records: Records) {
  const { example } = endpoint;
  const hasBody = endpoint.method !== "GET" && (example?.body !== undefined || fieldsOf(endpoint.body).length > 0);
  return {
    method: endpoint.method,
    url: pathWith(endpoint, records),
    query: example?.query ? (exampleOf(endpoint.query, example.query, records) as Record<string, string>) : undefined,
    ...(hasBody ? { payload: exampleOf(endpoint.body, example?.body, records) as object } : {}),
  };
}
