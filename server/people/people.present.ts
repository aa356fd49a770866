import type { ReplyOf } from "../../shared/kernel/endpoint";
import { toMoney } from "../../shared/kernel/money";
import { fieldReaders, type UserField, userFields } from "../../shared/people/people.fields";
import type { listUsers } from "../../shared/people/users.contract";
import type { Actor } from "../platform/session";
import { fieldsFor } from "./people.policy";
import type { PrivateRow, UserRow } from "./people.sql";

export type PresentedUser = Omit<ReplyOf<typeof listUsers>["data"][number], "can">;
/** What a row has of the fields of the contract. */
export type Contracted = Omit<PresentedUser, "id" | "version" | keyof PrivateRow | "signature">;

/** In lists nobody finds private fields, whoever reads. */
const listed = new Set<UserField>(userFields.filter((field) => fieldReaders[field] !== "private"));

/**
 * A person as this reader sees them: the one place that decides which fields go out. Fields that aren't theirs to read
 * are not there at all.
 */
export function presentUser(reader: Actor, row: UserRow, more: PresentedPrivate | null = null): PresentedUser {
  const values: Partial<PresentedUser> = { ...row, ...more };
  const shown = fieldsFor(reader, row).filter((field) => more !== null || listed.has(field));
  return {
    id: row.id,
    version: row.version,
    ...Object.fromEntries(shown.map((field) => [field, values[field] ?? null])),
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

/** What the private row holds, as answers say it: an amount with the decimals of its currency. */
export function presentPrivate(row: PrivateRow = nothing, signature: string | null): PresentedPrivate {
  const { salary, currency } = row;
  return {
    ...row,
    last_degree: row.last_degree as PresentedPrivate["last_degree"],
    salary: salary !== null && currency !== null ? toMoney(salary, currency) : salary,
    signature,
  };
}
