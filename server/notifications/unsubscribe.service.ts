import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { DataSource } from "typeorm";
import { userStream } from "../../shared/kernel/events";
import { Problem } from "../../shared/kernel/problems";
import { topics } from "../../shared/notifications/notifications.topics";
import { stoppable, type Stoppable } from "../../shared/notifications/settings.contract";
import { stopReports } from "../analytics/reports.service";
import { secretOf } from "../platform/secrets";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { changeWays } from "./settings.service";

interface Link {
  userId: number;
  what: Stoppable;
}

const linkSecret = (database: DataSource) =>
  secretOf(database, "mail-links", () => randomBytes(32).toString("base64url"));

function signature(secret: string, tenantId: number, { userId, what }: Link): Buffer {
  return createHmac("sha256", secret).update(`${tenantId} ${userId} ${what}`).digest();
}

/** What a mail carries so that one click, without signing in, stops mails like it. It stops, and can do nothing else. */
export async function unsubscribeToken(database: DataSource, tenantId: number, link: Link): Promise<string> {
  const signed = signature(await linkSecret(database), tenantId, link).toString("base64url");
  return `${link.userId}.${link.what}.${signed}`;
}

/** @throws Problem 422 `notification.linkInvalid`. */
export async function readToken(database: DataSource, tenantId: number, token: string): Promise<Link> {
  const [id = "", what = "", given = ""] = token.split(".");
  const link = { userId: Number(id), what: what as Stoppable };
  const known = /^[1-9]\d{0,14}$/.test(id) && stoppable.includes(link.what);
  const expected = signature(await linkSecret(database), tenantId, link);
  const signed = Buffer.from(given, "base64url");
  if (!known || signed.length !== expected.length || !timingSafeEqual(signed, expected))
    throw new Problem("notification.linkInvalid");
  return link;
}

const address = sql(
  "unsubscribe.address",
  `SELECT email FROM app_user WHERE tenant_id = current_tenant() AND id = $1 AND active`,
);

/** @throws Problem 422 when the person is gone. */
export async function addressOf(tx: Tx, userId: number): Promise<string> {
  const row = await tx.one<{ email: string }>(address, [userId]);
  if (!row) throw new Problem("notification.linkInvalid");
  return row.email;
}

/** Stops the mails of one topic, or of a digest: every topic that comes with it; or reports. Again changes nothing. */
export async function stopMails(tx: Tx, { userId, what }: Link): Promise<void> {
  if (what === "reports") return stopReports(tx, userId);
  await changeWays(tx, userId, (ways) =>
    Object.fromEntries(
      topics
        .filter((topic) => (what === "daily" || what === "weekly" ? ways(topic).email === what : topic === what))
        .map((topic) => [topic, { email: "off" as const }]),
    ),
  );
  tx.emit("notification.settings", userStream(userId), {});
}
