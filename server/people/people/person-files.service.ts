import { refuseOwnEmployment } from "../../approvals/approvals/four-eyes.policy";
import { Problem } from "../../../shared/kernel/problems";
import {
  maxPersonFileTitle,
  type PersonFile,
  type PersonFileChange,
  type PersonFileKind,
} from "../../../shared/people/people/person-files.contract";
import { truncateText } from "../../../shared/kernel/text/truncate";
import type { FileEntity } from "../../platform/files/file.entity";
import { notifyEach } from "../../communication/notifications/notify.service";
import { personOrNull } from "../../platform/database/person-json";
import { roleHoldsAny } from "../../platform/database/permission-holders";
import { enforceRowLimit, fileLimit } from "../../platform/database/row-limits";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { logSecurity } from "../../platform/security-log";
import type { Actor } from "../../platform/session";
import { emitPerson } from "./change-person.service";
import { readableFieldGroups } from "./people.policy";
import { setPrivateReader } from "./private-reader";
import { loadVisibleUser } from "./read-person.service";

export const personFileLimit = fileLimit("user_file", "user_id", 500);

interface PersonFileInput {
  kind: PersonFileKind;
  title?: string;
  expires_on?: string | null;
}

interface PersonFileRow extends Omit<PersonFile, "added_at" | "file"> {
  added_at: Date;
  file: Omit<PersonFile["file"], "url"> & { id: number };
}
const present = ({ added_at, file: { id, ...file }, ...row }: PersonFileRow): PersonFile => ({
  ...row,
  file: { ...file, url: `/files/${id}/${encodeURIComponent(file.name)}` },
  added_at: added_at.toISOString(),
});

const columns = `p.id, p.kind, p.title, p.expires_on::text AS expires_on,
  COALESCE(p.expires_on < tenant_today(), false) AS expired,
  json_build_object('name', f.name, 'type', f.type, 'size', f.size, 'id', f.id) AS file,
  ${personOrNull("u")} AS added_by,
  f.created_at AS added_at`;
const tables = `user_file p JOIN file f ON f.tenant_id = p.tenant_id AND f.id = p.file_id
  LEFT JOIN app_user u ON u.tenant_id = f.tenant_id AND u.id = f.uploaded_by`;

const selectFilesOfPerson = sql(
  "personFiles.ofPerson",
  `SELECT ${columns} FROM ${tables} WHERE p.tenant_id = current_tenant() AND p.user_id = $1
   ORDER BY p.expires_on NULLS LAST, p.title COLLATE reader, p.id`,
);
const selectFileById = sql(
  "personFiles.byId",
  `SELECT ${columns} FROM ${tables} WHERE p.tenant_id = current_tenant() AND p.id = $1`,
);
const insertFile = sql(
  "personFiles.add",
  `INSERT INTO user_file (tenant_id, user_id, file_id, kind, title, expires_on)
   VALUES (current_tenant(), $1, $2, $3, $4, $5) RETURNING id`,
);
// A changed expiry date resets the reminders.
const updateFile = sql(
  "personFiles.change",
  `UPDATE user_file SET kind = COALESCE($2, kind), title = COALESCE(NULLIF($3, ''), title),
     expires_on = CASE WHEN $4 THEN $5::date ELSE expires_on END,
     reminded = CASE WHEN NOT $4 OR expires_on IS NOT DISTINCT FROM $5::date THEN reminded END
   WHERE tenant_id = current_tenant() AND id = $1
     AND jsonb_build_object('kind', kind, 'title', title, 'expires_on', expires_on) @> $6::jsonb
   RETURNING user_id`,
);
const deleteFile = sql(
  "personFiles.remove",
  "DELETE FROM user_file WHERE tenant_id = current_tenant() AND id = $1 RETURNING user_id",
);
const selectVisibleFile = sql(
  "personFiles.seen",
  "SELECT FROM user_file WHERE tenant_id = current_tenant() AND file_id = $1",
);

/** @throws Problem 404 for a user the actor can't see; 403 when the actor may not read the user's private fields. */
export async function personFilesOf(tx: Tx, actor: Actor, userId: number): Promise<PersonFile[]> {
  if (!readableFieldGroups(actor, await loadVisibleUser(tx, actor, userId)).has("private"))
    throw new Problem("permission.denied");
  await setPrivateReader(tx, actor.id);
  return (await tx.rows<PersonFileRow>(selectFilesOfPerson, [userId])).map(present);
}

/** The file name, shortened before its extension. A longer title couldn't be saved again when the file is edited. */
function titleOfFile(name: string): string {
  const [, stem = name, extension = ""] = /^(.*)(\.[^.]*)$/.exec(name) ?? [];
  const maxLength = maxPersonFileTitle - extension.length;
  let title = stem;
  // Titles are limited by UTF-16 units, but truncated by code points.
  for (let length = maxLength; title.length > maxLength; length -= 1) title = truncateText(stem, length);
  return title + extension;
}

/** @throws Problem 404; 403 for the actor's own files under separation of duties; 422 when the limit is reached. */
export async function addPersonFile(
  tx: Tx,
  actor: Actor,
  userId: number,
  { kind, title, expires_on = null }: PersonFileInput,
  keep: () => Promise<FileEntity>,
): Promise<PersonFile> {
  await loadVisibleUser(tx, actor, userId);
  await refuseOwnEmployment(tx, actor, userId);
  await setPrivateReader(tx, actor.id);
  await enforceRowLimit(tx, personFileLimit, "file", [userId]);
  const { id: fileId, name } = await keep();
  const { id } = (await tx.one<{ id: number }>(insertFile, [
    userId,
    fileId,
    kind,
    title || titleOfFile(name),
    expires_on,
  ])) as {
    id: number;
  };
  await emitPersonFiles(tx, userId, "created", id);
  return present((await tx.one<PersonFileRow>(selectFileById, [id])) as PersonFileRow);
}

/** @throws Problem 404; 403 for the actor's own files under separation of duties; 409 when another user changed the previous values. */
export async function changePersonFile(tx: Tx, actor: Actor, id: number, input: PersonFileChange): Promise<PersonFile> {
  await setPrivateReader(tx, actor.id);
  const { kind = null, title = "", expires_on, previous = {} } = input;
  const values = [id, kind, title, expires_on !== undefined, expires_on ?? null, JSON.stringify(previous)];
  const changed = await tx.one<{ user_id: number }>(updateFile, values);
  if (!changed) {
    const now = await tx.one<PersonFileRow>(selectFileById, [id]);
    throw now ? new Problem("organization.stale", { record: present(now) }) : new Problem("notFound");
  }
  await refuseOwnEmployment(tx, actor, changed.user_id);
  await emitPersonFiles(tx, changed.user_id, "changed", id);
  return present((await tx.one<PersonFileRow>(selectFileById, [id])) as PersonFileRow);
}

/**
 * Deletes a personal file and its stored bytes.
 * @throws Problem 404; 403 for the actor's own files under separation of duties.
 */
export async function removePersonFile(tx: Tx, actor: Actor, id: number): Promise<void> {
  await setPrivateReader(tx, actor.id);
  const deletedFile = await tx.one<{ user_id: number }>(deleteFile, [id]);
  if (!deletedFile) throw new Problem("notFound");
  await refuseOwnEmployment(tx, actor, deletedFile.user_id);
  await emitPersonFiles(tx, deletedFile.user_id, "deleted", id);
}

/** Emits the change and writes it to the security log, so that the removal of signed documents is recorded. */
async function emitPersonFiles(
  tx: Tx,
  userId: number,
  change: "created" | "changed" | "deleted",
  id: number,
): Promise<void> {
  await emitPerson(tx, "user.updated", userId);
  logSecurity(tx, { kind: "papers_changed", subjectId: userId, facts: { change, record: id } });
}

/**
 * Whether the actor may see a file as a personal file; row policies return it only to the user it belongs to and to holders of `user-edit`.
 */
export async function canReadPersonFile(tx: Tx, actor: Actor, fileId: number): Promise<boolean> {
  await setPrivateReader(tx, actor.id);
  return (await tx.one(selectVisibleFile, [fileId])) !== undefined;
}

const selectPrivateReaders = sql(
  "personFiles.holders",
  `SELECT u.id FROM app_user u WHERE u.tenant_id = current_tenant() AND u.active AND NOT u.external
     AND ${roleHoldsAny("u", "'{user-edit}'::text[]")} AND person_holds(u.id, 'user-edit') ORDER BY u.id`,
);
/** Files per transaction, because all users who manage records are notified of each. Callers repeat while a batch is full. */
export const personFileBatchSize = 10;

// Marking and notifying share a transaction: a concurrent run waits for the row and finds the mark.
const claimDueReminders = sql(
  "personFiles.claim",
  `WITH due AS (
     SELECT p.id, u.fullname FROM user_file p JOIN app_user u ON u.tenant_id = p.tenant_id AND u.id = p.user_id AND u.active
     WHERE p.tenant_id = current_tenant() AND p.expires_on >= tenant_today()
       AND (p.expires_on <= tenant_today() + 7 AND p.reminded IS DISTINCT FROM 7
         OR p.expires_on <= tenant_today() + 30 AND p.reminded IS NULL)
     ORDER BY p.id LIMIT ${personFileBatchSize} FOR UPDATE OF p
   )
   UPDATE user_file p SET reminded = CASE WHEN p.expires_on <= tenant_today() + 7 THEN 7 ELSE 30 END
   FROM due WHERE p.tenant_id = current_tenant() AND p.id = due.id
   RETURNING p.id, p.user_id, due.fullname, p.title, p.expires_on::text AS expires_on`,
);

interface Due {
  id: number;
  user_id: number;
  fullname: string;
  title: string;
  expires_on: string;
}

/**
 * Reminds users who manage records of files that expire within 30 days, and again of files that expire within 7 days, in the tenant's time
 * zone. Each reminder is sent once; a call processes one batch.
 * @returns the number of files.
 */
export async function remindOfPersonFiles(tx: Tx): Promise<number> {
  const people = await tx.rows<{ id: number }>(selectPrivateReaders);
  const [first] = people;
  if (!first) return 0;
  await setPrivateReader(tx, first.id);
  const due = await tx.rows<Due>(claimDueReminders);
  const messages = due.map(({ id, user_id, fullname, title, expires_on }) => ({
    kind: "personFile.expires" as const,
    people: people.map(({ id }) => ({ id, reason: null })),
    values: { name: fullname, title, date: expires_on, sender: "", key: "" },
    // Unique for each file, because notifications with the same path replace each other.
    path: `/employees/view/${user_id}?file=${id}`,
    subject: title,
    taskId: null,
    projectId: null,
  }));
  await notifyEach(tx, { eventId: null, sender: null }, messages);
  return due.length;
}
