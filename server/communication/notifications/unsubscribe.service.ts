import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { DataSource } from "typeorm";
import { userStream } from "../../../shared/kernel/events";
import { Problem } from "../../../shared/kernel/problems";
import { notificationTopics } from "../../../shared/communication/notifications/notifications.topics";
import {
  unsubscribeTargets,
  type UnsubscribeTarget,
} from "../../../shared/communication/notifications/settings.contract";
import { loadOrCreateSecret } from "../../platform/secrets";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { unsubscribeFromReports } from "./notifications.slots";
import { changeChannels } from "./settings.service";

interface Link {
  userId: number;
  target: UnsubscribeTarget;
}

const linkSecret = (database: DataSource) =>
  loadOrCreateSecret(database, "mail-links", () => randomBytes(32).toString("base64url"));

function signature(secret: string, tenantId: number, { userId, target }: Link): Buffer {
  return createHmac("sha256", secret).update(`${tenantId} ${userId} ${target}`).digest();
}

/** Token for one-click unsubscribe in mails without signing in; it can't be used for anything else. */
export async function unsubscribeToken(database: DataSource, tenantId: number, link: Link): Promise<string> {
  const signed = signature(await linkSecret(database), tenantId, link).toString("base64url");
  return `${link.userId}.${link.target}.${signed}`;
}

export async function verifyUnsubscribeToken(database: DataSource, tenantId: number, token: string): Promise<Link> {
  const [id = "", target = "", encodedSignature = ""] = token.split(".");
  const link = { userId: Number(id), target: target as UnsubscribeTarget };
  const isValid = /^[1-9]\d{0,14}$/.test(id) && unsubscribeTargets.includes(link.target);
  const expected = signature(await linkSecret(database), tenantId, link);
  const signed = Buffer.from(encodedSignature, "base64url");
  if (!isValid || signed.length !== expected.length || !timingSafeEqual(signed, expected))
    throw new Problem("notification.linkInvalid");
  return link;
}

const selectEmail = sql(
  "unsubscribe.address",
  `SELECT email FROM app_user WHERE tenant_id = current_tenant() AND id = $1 AND active`,
);

export async function emailOfUser(tx: Tx, userId: number): Promise<string> {
  const row = await tx.one<{ email: string }>(selectEmail, [userId]);
  if (!row) throw new Problem("notification.linkInvalid");
  return row.email;
}

/** Disables mails of a topic, of all topics delivered in a digest, or of all reports. Idempotent. */
export async function disableMails(tx: Tx, { userId, target }: Link): Promise<void> {
  if (target === "reports") return unsubscribeFromReports.filling(tx, userId);
  await changeChannels(tx, userId, (channels) =>
    Object.fromEntries(
      notificationTopics
        .filter((topic) =>
          target === "daily" || target === "weekly" ? channels(topic).email === target : topic === target,
        )
        .map((topic) => [topic, { email: "off" as const }]),
    ),
  );
  tx.emit("notification.settings", userStream(userId), {});
}
