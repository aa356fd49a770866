import type { InferType } from "yup";
import { userStream } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import type { settingsReply } from "../../../shared/kernel/current-user";
import type { sessionReply } from "../../../shared/identity/session/session.contract";
import type { Actor } from "../../platform/session";
import { logSecurity } from "../../platform/security-log";
import { sql, type Tx } from "../../platform/database/unit-of-work";

interface Row {
  id: number;
  user_agent: string | null;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
}

const selectOwnSessions = sql(
  "sessions.own",
  `SELECT id, user_agent, created_at, last_used_at, expires_at FROM session
   WHERE tenant_id = current_tenant() AND user_id = $1 AND expires_at > now() ORDER BY last_used_at DESC, id DESC`,
);
const deleteSession = sql(
  "sessions.end",
  "DELETE FROM session WHERE tenant_id = current_tenant() AND user_id = $1 AND id = $2 RETURNING id",
);
const updateSettings = sql(
  "sessions.settings",
  `UPDATE app_user SET language = COALESCE($2, language), theme = COALESCE($3, theme), sidebar = COALESCE($4, sidebar),
     time_zone = COALESCE($5, time_zone), task_layout = COALESCE($6, task_layout),
     week_start = COALESCE($7, week_start), shortcuts = COALESCE($8, shortcuts)
   WHERE tenant_id = current_tenant() AND id = $1 RETURNING language, theme, sidebar, time_zone, task_layout, week_start, shortcuts`,
);

export type SessionInfo = InferType<typeof sessionReply>;
export type SessionSettings = InferType<typeof settingsReply>;

export async function sessionsOf(tx: Tx, actor: Actor): Promise<SessionInfo[]> {
  return (await tx.rows<Row>(selectOwnSessions, [actor.id])).map((row) => ({
    id: row.id,
    current: row.id === actor.sessionId,
    user_agent: row.user_agent,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }));
}

/**
 * Ends one of the user's sessions; the event closes its sockets.
 * @throws Problem 404 when it doesn't exist or belongs to another user.
 */
export async function endSession(tx: Tx, actor: Actor, id: number): Promise<void> {
  if (!(await tx.one(deleteSession, [actor.id, id]))) throw new Problem("notFound");
  tx.emit("session.ended", userStream(actor.id), { session_ids: [id] });
  logSecurity(tx, { kind: id === actor.sessionId ? "sign_out" : "session_ended" });
}

export async function saveSessionSettings(
  tx: Tx,
  actor: Actor,
  change: { [setting in keyof SessionSettings]?: string },
): Promise<SessionSettings> {
  const {
    language = null,
    theme = null,
    sidebar = null,
    time_zone = null,
    task_layout = null,
    week_start = null,
    shortcuts = null,
  } = change;
  const values = [actor.id, language, theme, sidebar, time_zone, task_layout, week_start, shortcuts];
  const settings = (await tx.one<SessionSettings>(updateSettings, values)) as SessionSettings;
  tx.emit("settings.updated", userStream(actor.id), settings);
  return settings;
}
