import type {
  Schema,
  SchemaDescription,
  SchemaFieldDescription,
  SchemaInnerTypeDescription,
  SchemaObjectDescription,
} from "yup";

export type JsonSchema = Record<string, unknown>;

/** Nested objects are optional in input and always present in responses. */
type Direction = "input" | "reply";

/** Converts a contract schema to JSON Schema 2020-12 for the OpenAPI document. Rules without an equivalent are omitted. */
export function jsonSchemaOf(schema: Schema, direction: Direction = "input"): JsonSchema {
  return convert(schema.describe(), direction);
}

function convert(field: SchemaFieldDescription, direction: Direction): JsonSchema {
  if (!("tests" in field)) return {}; // a reference or lazy schema
  const description = field as SchemaDescription;
  const result = { ...typed(description, direction), ...limits(description) };
  const { meta, oneOf, nullable } = description;
  const values = oneOf.filter((value) => value !== undefined && value !== "");
  if (values.length > 0) result.enum = values;
  if (meta?.description) result.description = meta.description;
  if (nullable && typeof result.type === "string") result.type = [result.type, "null"];
  if (nullable && Array.isArray(result.enum) && !result.enum.includes(null)) result.enum = [...result.enum, null];
  return result;
}

function typed(description: SchemaDescription, direction: Direction): JsonSchema {
  switch (description.type) {
    case "object":
      return objectOf(description as SchemaObjectDescription, direction);
    case "array": {
      const { innerType } = description as SchemaInnerTypeDescription;
      const inner = Array.isArray(innerType) ? innerType[0] : innerType;
      return { type: "array", items: inner ? convert(inner, direction) : {} };
    }
    case "string":
    case "boolean":
      return { type: description.type };
    case "number":
      return {
        type: description.tests.some((test) => test.name === "integer") || isId(description) ? "integer" : "number",
      };
    case "date":
      return { type: "string", format: "date-time" };
    default:
      return {};
  }
}

const isId = (description: SchemaDescription): boolean => description.meta?.entity !== undefined;

function objectOf(description: SchemaObjectDescription, direction: Direction): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(description.fields)) {
    properties[name] = convert(field, direction);
    if (isRequired(field as SchemaDescription, direction)) required.push(name);
  }
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
}

function isRequired({ type, optional, default: preset }: SchemaDescription, direction: Direction): boolean {
  if (direction === "reply") return optional === false || (type === "object" && preset !== undefined);
  return optional === false && preset === undefined;
}

const names: Record<string, Record<string, [keyword: string, parameter: string]>> = {
  string: { min: ["minLength", "min"], max: ["maxLength", "max"] },
  number: { min: ["minimum", "min"], max: ["maximum", "max"] },
  array: { min: ["minItems", "min"], max: ["maxItems", "max"] },
};

function limits(description: SchemaDescription): JsonSchema {
  const result: JsonSchema = isId(description) ? { minimum: 1 } : {};
  for (const { name = "", params } of description.tests) {
    const [keyword, parameter] = names[description.type]?.[name] ?? [];
    if (keyword && parameter && params?.[parameter] !== undefined) result[keyword] = params[parameter];
    if (name === "day") result.format = "date";
    if (name === "matches" && params?.regex instanceof RegExp && !/\\u0000/.test(params.regex.source)) {
      result.pattern = params.regex.source;
    }
  }
  return result;
}
