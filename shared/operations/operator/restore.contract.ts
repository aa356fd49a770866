import { array, type InferType, mixed, object } from "yup";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, lineField, messageReply, reply } from "../../kernel/fields";
import { boolean } from "../../kernel/schemas";
import type { BackupSummary } from "../backup/backup.contract";
import { parseRestoreTime } from "../restore/restore-time";
import { codeField } from "./operator-session.contract";

const access = "operator" as const;

/** Result of the last restore that was requested on the page. */
const lastRestoreReply = object({
  at: reply.text(),
  kind: mixed<"restore" | "undo">().required(),
  backup: reply.text(),
  /** Null if it succeeded. */
  problem: reply.textOrNull(),
});

export const restoreStateReply = object({
  /** False if DATABASE_URL is set, because the product can't restore such a database. */
  possible: boolean().required(),
  /** Whether a restore will begin when the product has stopped. */
  requested: boolean().required(),
  /** Whether the last restore is neither confirmed nor undone. Until then, the database from before the restore is kept. */
  unconfirmed: boolean().required(),
  last: lastRestoreReply.nullable().defined(),
  /** The backup requested on this page; `problem` is why the last one failed. */
  backup: object({ running: boolean().required(), problem: reply.textOrNull() }),
  backups: array(mixed<BackupSummary>().required()).required(),
});
export type RestoreState = InferType<typeof restoreStateReply>;

export const requestBackup = endpoint({
  method: "POST",
  path: "/operator/backups",
  summary: "Begins a backup now. It appears in the list as soon as it has begun.",
  access,
  reply: messageReply,
  problems: ["backup.running"],
});

export const readRestoreState = endpoint({
  method: "GET",
  path: "/operator/restore",
  summary: "Lists all backups, and whether one of them can be restored now.",
  access,
  reply: dataReply(restoreStateReply),
});

/** Requires a code of the authenticator app each time, because an open session must not be enough. */
export const restoreSchema = object({
  /** The id of the backup, typed as confirmation. */
  backup: lineField(40).required("field.required"),
  /** The minute up to which changes since the backup are replayed. If empty, none are replayed. */
  until: lineField(40).test("time", "restore.time", (text) => !text || parseRestoreTime(text) !== null),
  code: codeField(),
});

const refusals = [
  "request.invalid",
  "notFound",
  "restore.external",
  "restore.requested",
  "restore.unconfirmed",
  "restore.none",
  "session.wrongCode",
  "restore.key",
  "rate.limited",
] as const;

export const requestRestore = endpoint({
  method: "POST",
  path: "/operator/backups/:backup/restore",
  summary: "Stops the product, restores a backup, and starts the product again.",
  access,
  params: object({ backup: lineField(40).required() }),
  body: restoreSchema,
  reply: messageReply,
  problems: refusals,
});

export const restoreCodeSchema = object({ code: codeField() });

export const confirmRestored = endpoint({
  method: "POST",
  path: "/operator/restore/confirm",
  summary: "Deletes the database from before the last restore.",
  access,
  body: restoreCodeSchema,
  reply: messageReply,
  problems: refusals,
});

export const undoRestored = endpoint({
  method: "POST",
  path: "/operator/restore/undo",
  summary: "Stops the product, brings the database from before the last restore back, and starts the product again.",
  access,
  body: restoreCodeSchema,
  reply: messageReply,
  problems: refusals,
});
