import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { toMoney } from "../../../shared/kernel/money";
import { fieldReaders, type UserField, userFields } from "../../../shared/people/people/people.fields";
import type { listUsers } from "../../../shared/people/people/users.contract";
import type { Actor } from "../../platform/session";
import { readableFields } from "./people.policy";
import type { PrivateRow, UserRow } from "./people.sql";

export type PresentedUser = Omit<ReplyOf<typeof listUsers>["data"][number], "can">;
export type ContractFields = Omit<PresentedUser, "id" | "version" | keyof PrivateRow | "signature">;

/** Lists never contain private fields, for any reader. */
const listed = new Set<UserField>(userFields.filter((field) => fieldReaders[field] !== "private"));

/**
 * A user as visible to this reader; the only function that decides which fields are returned. Fields the reader may not see are left out.
 */
export function presentUser(reader: Actor, row: UserRow, privateFields: PresentedPrivate | null = null): PresentedUser {
  const values: Partial<PresentedUser> = { ...row, ...privateFields };
  const visibleFields = readableFields(reader, row).filter((field) => privateFields !== null || listed.has(field));
  return {
    id: row.id,
    version: row.version,
    ...Object.fromEntries(visibleFields.map((field) => [field, values[field] ?? null])),
  } as PresentedUser;
}

export interface PresentedPrivate extends Omit<PrivateRow, "last_degree"> {
  last_degree: PresentedUser["last_degree"];
  signature: string | null;
}

const nothing: PrivateRow = {
  salary: null,
  currency: null,
  address: null,
  city: null,
  credential_number: null,
  issued_date: null,
  expiry_date: null,
  last_degree: null,
};

/** Private fields in the format of responses; amounts have the decimals of their currency. */
export function presentPrivate(row: PrivateRow = nothing, signature: string | null): PresentedPrivate {
  const { salary, currency } = row;
  return {
    ...row,
    last_degree: row.last_degree as PresentedPrivate["last_degree"],
    salary: salary !== null && currency !== null ? toMoney(salary, currency) : salary,
    signature,
  };
}
