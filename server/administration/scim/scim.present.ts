import SCIMMY from "scimmy";
import { Problem } from "../../../shared/kernel/problems";
import { countUpTo } from "../../platform/http/json-limits";
import { mapInChunks } from "../../platform/chunked-json";
import { scimError } from "./scim.filter";
import { selectAttributes, type AttributeSelection } from "./scim.attributes";
import type { ScimGroupRow, ScimUserRow } from "./scim.sql";

const core = "urn:ietf:params:scim:schemas:core:2.0";
export const enterpriseSchema = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

type Schemas = typeof SCIMMY.Schemas;
let extended: Schemas | undefined;
/** Schemas of the library. The enterprise extension is added on first use. */
function standard(): Schemas {
  if (!extended) SCIMMY.Schemas.User.definition.extend(SCIMMY.Schemas.EnterpriseUser.definition, false);
  return (extended ??= SCIMMY.Schemas);
}

export const etagOf = ({ version }: { version: number }): string => `W/"${version}"`;

const userResource = (row: ScimUserRow, address: string) => ({
  schemas: [`${core}:User`, ...(row.employee_id === null ? [] : [enterpriseSchema])],
  id: String(row.id),
  ...(row.external_id === null ? {} : { externalId: row.external_id }),
  meta: {
    resourceType: "User",
    created: row.created_at,
    location: `${address}/Users/${row.id}`,
    version: etagOf(row),
  },
  userName: row.user_name,
  name: {
    formatted: row.fullname,
    ...(row.family_name === null ? {} : { familyName: row.family_name }),
    ...(row.given_name === null ? {} : { givenName: row.given_name }),
  },
  displayName: row.fullname,
  active: row.active,
  emails: [{ value: row.email, type: "work", primary: true }],
  ...(row.phone_number === null ? {} : { phoneNumbers: [{ value: row.phone_number, type: "work" }] }),
  ...(row.groups.length === 0
    ? {}
    : { groups: row.groups.map(({ id, title }) => ({ value: String(id), display: title })) }),
  ...(row.employee_id === null ? {} : { [enterpriseSchema]: { employeeNumber: row.employee_id } }),
});

const groupResource = (row: ScimGroupRow, address: string) => ({
  schemas: [`${core}:Group`],
  id: String(row.id),
  ...(row.external_id === null ? {} : { externalId: row.external_id }),
  meta: { resourceType: "Group", location: `${address}/Groups/${row.id}`, version: etagOf(row) },
  displayName: row.title,
  ...(row.users.length === 0
    ? {}
    : { members: row.users.map(({ id, fullname }) => ({ value: String(id), display: fullname, type: "User" })) }),
});

/** Presents users without the library, which takes 2 ms per user, and more time for each list value. */
export function userPresenter(
  address: string,
  selection: AttributeSelection = {},
): (row: ScimUserRow) => Record<string, unknown> {
  const withSelectedAttributes = selectAttributes(selection);
  return (row) => withSelectedAttributes(userResource(row, address));
}

export function groupPresenter(
  address: string,
  selection: AttributeSelection = {},
): (row: ScimGroupRow) => Record<string, unknown> {
  const withSelectedAttributes = selectAttributes(selection);
  return (row) => withSelectedAttributes(groupResource(row, address));
}

/** A user as an object of the SCIM library, for applying PATCH operations. */
export const toLibraryUser = (row: ScimUserRow) => new (standard().User)(userResource(row, ""), "out", "/Users");

/** Limit of memberships per user. A user's groups may be part of the sent resource, but are ignored. */
const maxMembershipsPerUser = 5_000;

/**
 * Validates a resource against the standard's schema; group members are checked by the caller. The library takes 20 µs per list value, so
 * long lists aren't passed to it.
 * @throws a SCIM error 400 for an invalid resource; Problem 413 for too many values.
 */
export function readResource(kind: "User" | "Group", body: unknown): Record<string, unknown> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw scimError(400, "invalidSyntax", "The body is one resource");
  }
  const isList = (name: string) => kind === "Group" && name.toLowerCase() === "members";
  const entries = Object.entries(body);
  const rest = Object.fromEntries(entries.filter(([name]) => !isList(name)));
  if (countUpTo(maxMembershipsPerUser, rest) > maxMembershipsPerUser) throw new Problem("request.tooLarge");
  try {
    const resource = new (standard()[kind])(rest, "in") as unknown as Record<string, unknown>;
    const members = entries.find(([name]) => isList(name))?.[1];
    return members === undefined ? resource : { ...resource, members };
  } catch (error) {
    throw asScimError(error);
  }
}

export const asScimError = (error: unknown): unknown =>
  error instanceof TypeError ? scimError(400, "invalidValue", error.message) : error;

export const maxResources = 200;
const messages = "urn:ietf:params:scim:api:messages:2.0";

export const listResponse = (resources: readonly unknown[], total: number, startIndex: number) => ({
  ...headOf(resources.length, total, startIndex),
  Resources: resources,
});

const headOf = (length: number, total: number, startIndex: number) => ({
  schemas: [`${messages}:ListResponse`],
  totalResults: total,
  startIndex,
  itemsPerPage: length,
});

/** Serializes a possibly long list in chunks that yield to the event loop. */
export async function serializeList<Row>(
  { rows, total, startIndex }: { rows: readonly Row[]; total: number; startIndex: number },
  present: (row: Row) => object,
): Promise<string> {
  const texts = await mapInChunks(rows, 1, (row) => JSON.stringify(present(row)));
  const head = JSON.stringify(headOf(rows.length, total, startIndex)).slice(0, -1);
  return `${head},"Resources":[${texts.join()}]}`;
}

export const errorResponse = (status: number, detail: string, scimType?: string) => ({
  schemas: [`${messages}:Error`],
  status: String(status),
  ...(scimType ? { scimType } : {}),
  detail,
});

export const providerConfig = (address: string) => ({
  schemas: [`${core}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: maxResources },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "The token of the organization's settings",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${address}/ServiceProviderConfig` },
});

const kinds = [
  {
    name: "User",
    endpoint: "/Users",
    schema: `${core}:User`,
    schemaExtensions: [{ schema: enterpriseSchema, required: false }],
  },
  { name: "Group", endpoint: "/Groups", schema: `${core}:Group` },
];
export const resourceTypes = (address: string) =>
  kinds.map((kind) => ({
    schemas: [`${core}:ResourceType`],
    id: kind.name,
    ...kind,
    meta: { resourceType: "ResourceType", location: `${address}/ResourceTypes/${kind.name}` },
  }));

/** Attributes that are stored, by schema; all others are accepted and ignored. */
const storedAttributes: Readonly<Record<string, readonly string[]>> = {
  [`${core}:User`]: ["schemas", "userName", "name", "displayName", "active", "emails", "phoneNumbers", "groups"],
  [`${core}:Group`]: ["schemas", "displayName", "members"],
  [enterpriseSchema]: ["employeeNumber"],
};
export function presentSchemas(address: string) {
  const { User, Group, EnterpriseUser } = standard();
  return [User, Group, EnterpriseUser].map(({ definition }) => {
    const whole = JSON.parse(JSON.stringify(definition.describe(`${address}/Schemas`))) as {
      id: string;
      attributes: { name: string }[];
    };
    return { ...whole, attributes: whole.attributes.filter(({ name }) => storedAttributes[whole.id]?.includes(name)) };
  });
}
