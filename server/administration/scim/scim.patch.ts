import { countUpTo } from "../../platform/http/json-limits";
import { requireSafeExpression, scimError } from "./scim.filter";

/** An unvalidated PATCH operation. */
export interface PatchOperation {
  op?: unknown;
  path?: unknown;
  value?: unknown;
}

const booleanWords: Readonly<Record<string, boolean>> = { true: true, false: false };
const yesOrNo = (value: unknown): unknown =>
  typeof value === "string" ? (booleanWords[value.toLowerCase()] ?? value) : value;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Parses `active` as a boolean, because some directories send booleans as text: `active: "False"`. */
export function parseBooleans(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name.toLowerCase() === "active" ? yesOrNo(inner) : inner]),
  );
}

/**
 * Limits of a user PATCH. At each operation the library processes all values of all lists and compares each with the path's filter, so the
 * product of operations and values is limited.
 */
const most = { operations: 100, values: 2_000, listed: 40, comparisons: 4 };

function listed(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce(
    (count: number, inner) => count + listed(inner),
    Array.isArray(value) ? value.length : 0,
  );
}

const managerPath = /:manager$/i;
/** Matches paths such as `phoneNumbers[type eq "work"].value`. */
const ofType = /^(\w+)\[\s*type\s+eq\s+"(\w+)"\s*\]\.(\w+)$/i;

/**
 * Converts the operations of a user PATCH to the standard's form. Directories send booleans as text, a manager as a bare id, ids that can't
 * be changed, and single fields of a phone number that doesn't exist yet.
 * @throws a SCIM error 400 for invalid or too many operations.
 */
export function normalizeOperations(operations: unknown, present: Readonly<Record<string, unknown>>): PatchOperation[] {
  if (!Array.isArray(operations)) throw scimError(400, "invalidSyntax", "Operations is a list");
  if (operations.length > most.operations) throw scimError(400, "invalidValue", "Too many operations");
  if (countUpTo(most.values, operations) > most.values || listed(operations) - operations.length > most.listed)
    throw scimError(400, "invalidValue", "Too many values");
  const createdTypes = new Set<string>();
  return operations.map((operation: unknown) =>
    plainOperation((isObject(operation) ? operation : {}) as PatchOperation, present, createdTypes),
  );
}

function plainOperation(
  { op, path, value }: PatchOperation,
  present: Readonly<Record<string, unknown>>,
  createdTypes: Set<string>,
) {
  const kind = typeof op === "string" ? op.toLowerCase() : op;
  requireValue(kind, value);
  if (path === undefined) return { op, value: withoutId(parseBooleans(value)) };
  if (typeof path !== "string") throw scimError(400, "invalidPath", "A path is text");
  if (requireSafeExpression(path).split(/\b(?:and|or)\b/i).length > most.comparisons)
    throw scimError(400, "invalidPath", "The path compares too much");
  // The value of a remove operation is used only for members; the parser would misread it as a filter.
  if (kind === "remove") return { op, path };
  if (path.toLowerCase() === "active") return { op, path, value: yesOrNo(value) };
  if (managerPath.test(path) && typeof value === "string") return { op, path, value: { value } };
  const [, attribute = "", type = "", part = ""] = ofType.exec(path) ?? [];
  if (attribute === "" || createdTypes.has(`${attribute} ${type}`) || hasType(present[attribute], type))
    return { op, path, value };
  createdTypes.add(`${attribute} ${type}`);
  return { op: "add", path: attribute, value: [{ type, [part]: value }] };
}

/** An operation without a value would empty its target. */
function requireValue(kind: unknown, value: unknown): void {
  if (value === undefined && (kind === "add" || kind === "replace"))
    throw scimError(400, "invalidValue", "What is added or replaced needs a value");
}

const hasType = (list: unknown, type: string): boolean =>
  Array.isArray(list) && list.some((one) => isObject(one) && one["type"] === type);

/** Removes the id, schemas and meta, which directories repeat next to the changes. */
function withoutId(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { id: _, schemas: __, meta: ___, ...rest } = value;
  return rest;
}

export interface PatchedGroup {
  displayName: string;
  externalId: string | null;
  members: Set<string>;
}

const oneMember = /^members\[\s*value\s+eq\s+"([^"\\]{1,40})"\s*\]$/i;

/**
 * Applies the operations in order.
 * @throws a SCIM error 400 for unknown attributes.
 */
export function patchGroup(group: PatchedGroup, operations: unknown): void {
  if (!Array.isArray(operations) || operations.length === 0) {
    throw scimError(400, "invalidSyntax", "Operations is a list of at least one");
  }
  for (const operation of operations) {
    const { op, path, value } = (isObject(operation) ? operation : {}) as PatchOperation;
    const kind = String(op).toLowerCase();
    if (!["add", "remove", "replace"].includes(kind))
      throw scimError(400, "invalidSyntax", "An operation adds, removes or replaces");
    requireValue(kind, value);
    if (path !== undefined && typeof path !== "string") throw scimError(400, "invalidPath", "A path is text");
    if (path !== undefined) patchOne(group, kind, path, value);
    else if (kind === "remove") throw scimError(400, "noTarget", "What is removed needs a path");
    else if (!isObject(value)) throw scimError(400, "invalidValue", "Without a path the value names what changes");
    else
      for (const [name, inner] of Object.entries(value))
        if (!ignoredAttributes.has(name)) patchOne(group, kind, name, inner);
  }
}

/** Attributes that are ignored, because directories only repeat them next to a change. */
const ignoredAttributes: ReadonlySet<string> = new Set(["id", "schemas", "meta"]);

function patchOne(group: PatchedGroup, kind: string, path: string, value: unknown): void {
  const member = oneMember.exec(path)?.[1];
  const name = path.toLowerCase();
  if (member !== undefined && kind === "remove") group.members.delete(member);
  else if (name === "members") patchMembers(group, kind, value);
  else if (name === "displayname" && kind !== "remove" && typeof value === "string") group.displayName = value;
  else if (name === "externalid") group.externalId = kind !== "remove" && typeof value === "string" ? value : null;
  else throw scimError(400, "invalidPath", `'${path.slice(0, 100)}' can't be changed so`);
}

function patchMembers(group: PatchedGroup, kind: string, value: unknown): void {
  if (kind === "replace" || value === undefined) group.members.clear();
  for (const id of value === undefined ? [] : memberIds(value))
    if (kind === "remove") group.members.delete(id);
    else group.members.add(id);
}

/**
 * The ids of the members in a value.
 * @throws a SCIM error 400 for a member without an id.
 */
export function memberIds(value: unknown): string[] {
  return [value].flat().map((one: unknown) => {
    const id = isObject(one) ? Object.entries(one).find(([name]) => name.toLowerCase() === "value")?.[1] : one;
    if (typeof id !== "string" || id === "") throw scimError(400, "invalidValue", "A member is named by its value");
    return id;
  });
}
