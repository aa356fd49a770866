import { refuseOwnEmployment } from "../../approvals/approvals/four-eyes.policy";
import type { Language } from "../../../shared/kernel/languages";
import { Problem } from "../../../shared/kernel/problems";
import { type HistoryField, historyReaders } from "../../../shared/people/people/user-history.contract";
import type { EntryFile } from "../../../shared/people/employment/entry.contract";
import type { FileEntity } from "../../platform/files/file.entity";
import { emitPerson } from "../people/change-person.service";
import { readableFieldGroups } from "../people/people.policy";
import { type SignatureFile, signatureFiles } from "../people/printed-signatures";
import { setPrivateReader } from "../people/private-reader";
import { loadVisibleUser, type VisibleUser } from "../people/read-person.service";
import { presentStoredFile } from "../../work/attachments/attachments.present";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { logSecurity } from "../../platform/security-log";
import type { Actor } from "../../platform/session";
import type { PromotionLetter } from "./letter.pdf";

interface EntryRow {
  id: number;
  userId: number;
  type: string;
  effectiveOn: string;
  actor: string | null;
  actorId: number | null;
  fields: { field: HistoryField; before: string | null; after: string | null }[];
}

const selectEntryById = sql(
  "employment.entry",
  `SELECT h.id, h.user_id AS "userId", h.type, h.effective_on::text AS "effectiveOn", a.fullname AS actor, a.id AS "actorId",
     COALESCE((SELECT json_agg(json_build_object('field', f.field, 'before', f.before, 'after', f.after) ORDER BY f.field)
               FROM user_history_field f WHERE f.tenant_id = h.tenant_id AND f.history_id = h.id), '[]'::json) AS fields
   FROM user_history h LEFT JOIN app_user a ON a.tenant_id = h.tenant_id AND a.id = h.actor_id
   WHERE h.tenant_id = current_tenant() AND h.id = $1`,
);

/** A history entry for readers who may see work data. @throws Problem 404. */
async function visibleEntry(tx: Tx, actor: Actor, id: number): Promise<{ entry: EntryRow; person: VisibleUser }> {
  await setPrivateReader(tx, actor.id);
  const entry = await tx.one<EntryRow>(selectEntryById, [id]);
  if (!entry) throw new Problem("notFound");
  const person = await loadVisibleUser(tx, actor, entry.userId);
  if (entry.type === "change" || !readableFieldGroups(actor, person).has("work")) throw new Problem("notFound");
  return { entry, person };
}

const selectLetterHead = sql(
  "employment.letterHead",
  "SELECT name, logo_mark AS logo, tenant_today()::text AS today FROM tenant WHERE id = current_tenant()",
);

/** Fields left out of letters: system roles are not part of a promotion. */
const omittedFields: readonly HistoryField[] = ["role"];

/** Letter data with the signature file, which is read after the transaction. */
interface UnsignedLetter {
  letter: PromotionLetter;
  signed: SignatureFile[];
}

/**
 * Data of a promotion letter, limited to fields the reader may see.
 * @throws Problem 404 for an entry that the reader can't see or that isn't a promotion.
 */
export async function promotionLetterData(
  tx: Tx,
  actor: Actor,
  id: number,
  language: Language,
): Promise<UnsignedLetter> {
  const { entry, person } = await visibleEntry(tx, actor, id);
  if (entry.type !== "promotion") throw new Problem("notFound");
  const reads = readableFieldGroups(actor, person);
  const letterHead = await tx.one<{ name: string; logo: Buffer | null; today: string }>(selectLetterHead);
  const letter: PromotionLetter = {
    language,
    tenant: letterHead?.name ?? "",
    logo: letterHead?.logo ?? null,
    person: person.fullname ?? "",
    signer: entry.actor,
    signature: null,
    today: letterHead?.today ?? "",
    effectiveOn: entry.effectiveOn,
    fields: entry.fields.filter(({ field }) => reads.has(historyReaders(field)) && !omittedFields.includes(field)),
  };
  return { letter, signed: entry.actorId === null ? [] : await signatureFiles(tx, [entry.actorId]) };
}

const selectFilesOfEntry = sql(
  "employment.entryFiles",
  `SELECT x.id, x.history_id AS entry_id, json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size,
            'preview', f.preview_state = 'ready') AS file
   FROM employment_file x JOIN file f ON f.tenant_id = x.tenant_id AND f.id = x.file_id
   JOIN user_history h ON h.tenant_id = x.tenant_id AND h.id = x.history_id
   WHERE x.tenant_id = current_tenant() AND h.user_id = $1 ORDER BY x.id`,
);

interface EntryFileRow {
  id: number;
  entry_id: number;
  file: Parameters<typeof presentStoredFile>[0];
}

/** Entry files are visible to the employee and to holders of `user-edit`. */
const readsEntryFiles = (actor: Actor, person: VisibleUser) => readableFieldGroups(actor, person).has("private");

/** Files of an employee's history entries; empty for readers without access. @throws Problem 404. */
export async function readEntryFiles(tx: Tx, actor: Actor, userId: number): Promise<EntryFile[]> {
  const person = await loadVisibleUser(tx, actor, userId);
  if (!readsEntryFiles(actor, person)) return [];
  const rows = await tx.rows<EntryFileRow>(selectFilesOfEntry, [userId]);
  return rows.map(({ id, entry_id, file }) => ({ id, entry_id, file: presentStoredFile(file) }));
}

/** @throws Problem 404 for an entry the actor can't see; 403 for the actor's own entry under separation of duties. */
export async function authorizeEntry(tx: Tx, actor: Actor, id: number): Promise<number> {
  const { entry } = await visibleEntry(tx, actor, id);
  await refuseOwnEmployment(tx, actor, entry.userId);
  return entry.userId;
}

const maxFiles = 10;
const insertFile = sql(
  "employment.addEntryFile",
  `INSERT INTO employment_file (tenant_id, history_id, file_id, created_by)
   SELECT current_tenant(), $1, $2, $3 WHERE (SELECT count(*) FROM employment_file
     WHERE tenant_id = current_tenant() AND history_id = $1) < $4
   RETURNING id`,
);
const lockEntry = sql(
  "employment.lockEntry",
  "SELECT id FROM user_history WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE",
);

/** Attaches a file to an entry. @throws Problem 404; 409 when it has ten files. */
export async function attachToEntry(
  tx: Tx,
  actor: Actor,
  id: number,
  keep: () => Promise<FileEntity>,
): Promise<EntryFile> {
  const userId = await authorizeEntry(tx, actor, id);
  await tx.rows(lockEntry, [id]);
  const { id: fileId, name, type, size, previewState } = await keep();
  const row = await tx.one<{ id: number }>(insertFile, [id, fileId, actor.id, maxFiles]);
  if (!row) throw new Problem("employment.filesFull", { values: { limit: maxFiles } });
  await emitPerson(tx, "user.updated", userId);
  logSecurity(tx, { kind: "papers_changed", subjectId: userId, facts: { change: "created", record: row.id } });
  const file = { id: fileId, name, type, size: Number(size), preview: previewState === "ready" };
  return { id: row.id, entry_id: id, file: presentStoredFile(file) };
}

const deleteFile = sql(
  "employment.removeEntryFile",
  `DELETE FROM employment_file x USING user_history h
   WHERE x.tenant_id = current_tenant() AND x.id = $1 AND h.tenant_id = x.tenant_id AND h.id = x.history_id RETURNING h.user_id AS "userId", x.history_id AS "entryId"`,
);

export async function detachFromEntry(tx: Tx, actor: Actor, id: number): Promise<void> {
  const row = await tx.one<{ userId: number; entryId: number }>(deleteFile, [id]);
  if (!row) throw new Problem("notFound");
  await authorizeEntry(tx, actor, row.entryId);
  await emitPerson(tx, "user.updated", row.userId);
  logSecurity(tx, { kind: "papers_changed", subjectId: row.userId, facts: { change: "deleted", record: id } });
}

const selectEntryOfFile = sql(
  "employment.fileThroughEntry",
  `SELECT h.user_id AS "userId" FROM employment_file x JOIN user_history h ON h.tenant_id = x.tenant_id AND h.id = x.history_id
   WHERE x.tenant_id = current_tenant() AND x.file_id = $1`,
);

/** Whether the actor may see a file because it is attached to an entry they may read. */
export async function canReadEntryFile(tx: Tx, actor: Actor, fileId: number): Promise<boolean> {
  const row = await tx.one<{ userId: number }>(selectEntryOfFile, [fileId]);
  return row !== undefined && !actor.external && (row.userId === actor.id || actor.permissions.has("user-edit"));
}
