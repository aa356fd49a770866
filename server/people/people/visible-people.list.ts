import type { InferType } from "yup";
import type { listVisiblePeople } from "../../../shared/kernel/visible-users.contract";
import type { Actor } from "../../platform/session";
import { canSeeDirectory } from "./directory.policy";
import { sql, type Tx } from "../../platform/database/unit-of-work";

export type PersonRow = InferType<typeof listVisiblePeople.reply>["data"][number];

const columns = "u.id, u.fullname, u.image, u.email, p.title AS position, u.active";

const selectAllPeople = sql(
  "people.everyone",
  `SELECT ${columns} FROM app_user u LEFT JOIN position p ON p.tenant_id = u.tenant_id AND p.id = u.position_id
   WHERE u.tenant_id = current_tenant() ORDER BY u.fullname COLLATE reader, u.id`,
);

const selectPeopleInSharedProjects = sql(
  "people.inSharedProjects",
  `SELECT ${columns} FROM app_user u LEFT JOIN position p ON p.tenant_id = u.tenant_id AND p.id = u.position_id
   WHERE u.tenant_id = current_tenant() AND (u.id = $1 OR u.id IN (
     SELECT theirs.user_id FROM project_access mine
     JOIN project_access theirs ON theirs.tenant_id = mine.tenant_id AND theirs.project_id = mine.project_id
     WHERE mine.tenant_id = current_tenant() AND mine.user_id = $1))
   ORDER BY u.fullname COLLATE reader, u.id`,
);

/** All users of the tenant for readers with access to the directory; otherwise users with a common project. */
export function readVisiblePeople(tx: Tx, actor: Actor): Promise<PersonRow[]> {
  return canSeeDirectory(actor)
    ? tx.rows<PersonRow>(selectAllPeople)
    : tx.rows<PersonRow>(selectPeopleInSharedProjects, [actor.id]);
}
