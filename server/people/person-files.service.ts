import { Problem } from "../../shared/kernel/problems";
import type { PersonFile, PersonFileKind } from "../../shared/people/person-files.contract";
import type { FileEntity } from "../files/file.entity";
import { tellEach } from "../notifications/tell.service";
import { byRole } from "../platform/database/holders";
import { requireRoomForFile } from "../platform/database/room-for";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { logSecurity } from "../platform/security-log";
import type { Actor } from "../platform/session";
import { emitPerson } from "./change-person.service";
import { refuseOwnEmployment } from "./own-employment.service";
import { readsOf } from "./people.policy";
import { readPrivateAs } from "./private-reader.service";
import { visibleUser } from "./read-person.service";

interface PersonFileInput {
  kind: PersonFileKind;
  title?: string;
  expires_on?: string | null;
}

const columns = `p.id, p.kind, p.title, p.expires_on::text AS expires_on,
  COALESCE(p.expires_on < tenant_today(), false) AS expired,
  json_build_object('name', f.name, 'type', f.type, 'size', f.size, 'url', '/files/' || f.id || '/' || f.name) AS file,
  CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'fullname', u.fullname, 'image', u.image) END AS added_by,
  f.created_at AS added_at`;
const tables = `user_file p JOIN file f ON f.tenant_id = p.tenant_id AND f.id = p.file_id
  LEFT JOIN app_user u ON u.tenant_id = f.tenant_id AND u.id = f.uploaded_by`;

const ofPerson = sql(
  "personFiles.ofPerson",
  `SELECT ${columns} FROM ${tables} WHERE p.tenant_id = current_tenant() AND p.user_id = $1
   ORDER BY p.expires_on NULLS LAST, lower(p.title), p.id`,
);
const byId = sql(
  "personFiles.byId",
  `SELECT ${columns} FROM ${tables} WHERE p.tenant_id = current_tenant() AND p.id = $1`,
);
const add = sql(
  "personFiles.add",
  `INSERT INTO user_file (tenant_id, user_id, file_id, kind, title, expires_on)
   VALUES (current_tenant(), $1, $2, $3, $4, $5) RETURNING id`,
);
// Another last day is reminded of anew.
const change = sql(
  "personFiles.change",
  `UPDATE user_file SET kind = $2, title = COALESCE(NULLIF($3, ''), title), expires_on = $4,
     reminded = CASE WHEN expires_on IS NOT DISTINCT FROM $4::date THEN reminded END
   WHERE tenant_id = current_tenant() AND id = $1 RETURNING user_id`,
);
const remove = sql(
  "personFiles.remove",
  "DELETE FROM user_file WHERE tenant_id = current_tenant() AND id = $1 RETURNING user_id",
);
const seen = sql("personFiles.seen", "SELECT FROM user_file WHERE tenant_id = current_tenant() AND file_id = $1");

/** @throws Problem 404 for whom one doesn't see, 403 for whose private fields one doesn't read. */
export async function personFilesOf(tx: Tx, actor: Actor, userId: number): Promise<PersonFile[]> {
  if (!readsOf(actor, await visibleUser(tx, actor, userId)).has("private")) throw new Problem("permission.denied");
  await readPrivateAs(tx, actor.id);
  return tx.rows<PersonFile>(ofPerson, [userId]);
}

/** @throws Problem 404; 403 for one's own, with four eyes; 422 for one too many. */
export async function keepPersonFile(
  tx: Tx,
  actor: Actor,
  userId: number,
  { kind, title, expires_on = null }: PersonFileInput,
  keep: () => Promise<FileEntity>,
): Promise<PersonFile> {
  await visibleUser(tx, actor, userId);
  await refuseOwnEmployment(tx, actor, userId);
  await readPrivateAs(tx, actor.id);
  await requireRoomForFile(tx, "user_file", userId);
  const { id: fileId, name } = await keep();
  const { id } = (await tx.one<{ id: number }>(add, [userId, fileId, kind, title || name, expires_on])) as {
    id: number;
  };
  await tell(tx, userId, "created", id);
  return (await tx.one<PersonFile>(byId, [id])) as PersonFile;
}

/** @throws Problem 404; 403 for one's own, with four eyes. */
export async function changePersonFile(tx: Tx, actor: Actor, id: number, input: PersonFileInput): Promise<PersonFile> {
  await readPrivateAs(tx, actor.id);
  const { kind, title = "", expires_on = null } = input;
  const changed = await tx.one<{ user_id: number }>(change, [id, kind, title, expires_on]);
  if (!changed) throw new Problem("notFound");
  await refuseOwnEmployment(tx, actor, changed.user_id);
  await tell(tx, changed.user_id, "changed", id);
  return (await tx.one<PersonFile>(byId, [id])) as PersonFile;
}

/** Its file goes with it. @throws Problem 404; 403 for one's own, with four eyes. */
export async function removePersonFile(tx: Tx, actor: Actor, id: number): Promise<void> {
  await readPrivateAs(tx, actor.id);
  const gone = await tx.one<{ user_id: number }>(remove, [id]);
  if (!gone) throw new Problem("notFound");
  await refuseOwnEmployment(tx, actor, gone.user_id);
  await tell(tx, gone.user_id, "deleted", id);
}

/** To the directory and, since whoever looks after records might take away what somebody signed, into the security log. */
async function tell(tx: Tx, userId: number, change: "created" | "changed" | "deleted", id: number): Promise<void> {
  await emitPerson(tx, "user.updated", userId);
  logSecurity(tx, { kind: "papers_changed", subjectId: userId, facts: { change, record: id } });
}

/** Whether somebody sees a file as a file of a person: the database answers the person and holders of `user-edit`. */
export async function seesThroughPersonFiles(tx: Tx, actor: Actor, fileId: number): Promise<boolean> {
  await readPrivateAs(tx, actor.id);
  return (await tx.one(seen, [fileId])) !== undefined;
}

const holders = sql(
  "personFiles.holders",
  `SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external
     AND ${byRole("u", "'{user-edit}'::text[]")} AND person_holds(u.id, 'user-edit') ORDER BY u.id`,
);
/** In one transaction: everybody who looks after records is told of each. Whoever calls goes on for as long as there are so many. */
export const personFilesAtOnce = 10;

// Marked and told in one transaction. Who runs at the same moment waits for the row and finds the mark.
const claim = sql(
  "personFiles.claim",
  `WITH due AS (
     SELECT p.id, u.fullname FROM user_file p JOIN app_user u ON u.tenant_id = p.tenant_id AND u.id = p.user_id AND u.active
     WHERE p.tenant_id = current_tenant() AND p.expires_on >= tenant_today()
       AND (p.expires_on <= tenant_today() + 7 AND p.reminded IS DISTINCT FROM 7
         OR p.expires_on <= tenant_today() + 30 AND p.reminded IS NULL)
     ORDER BY p.id LIMIT ${personFilesAtOnce} FOR UPDATE OF p
   )
   UPDATE user_file p SET reminded = CASE WHEN p.expires_on <= tenant_today() + 7 THEN 7 ELSE 30 END
   FROM due WHERE p.tenant_id = current_tenant() AND p.id = due.id
   RETURNING p.user_id, due.fullname, p.title, p.expires_on::text AS expires_on`,
);

interface Due {
  user_id: number;
  fullname: string;
  title: string;
  expires_on: string;
}

/**
 * Reminds those who look after records of files that end within 30 days, and again within 7, by the organisation's
 * calendar; once each, a portion of them. @returns of how many.
 */
export async function remindOfPersonFiles(tx: Tx): Promise<number> {
  const people = await tx.rows<{ id: number }>(holders);
  const [first] = people;
  if (!first) return 0;
  await readPrivateAs(tx, first.id);
  const due = await tx.rows<Due>(claim);
  const messages = due.map(({ user_id, fullname, title, expires_on }) => ({
    kind: "personFile.expires" as const,
    people: people.map(({ id }) => ({ id, reason: null })),
    values: { name: fullname, title, date: expires_on, sender: "", key: "" },
    path: `/employees/view/${user_id}`,
    subject: title,
    taskId: null,
    projectId: null,
  }));
  await tellEach(tx, { eventId: null, sender: null }, messages);
  return due.length;
}
