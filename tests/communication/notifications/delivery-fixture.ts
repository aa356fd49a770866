import type { DataSource } from "typeorm";
import { connectDatabase } from "../../../server/platform/database/database";
import { createMailer, type Mailer } from "../../../server/platform/mail/mail";
import { createPushSender } from "../../../server/communication/notifications/push";
import { type DeliveryDependencies, sendDueDeliveries } from "../../../workers/communication/notifications/deliveries";
import { chooseTenantAddress } from "../../../server/platform/http/origin";
import { databaseUrl } from "../../support/postgres/databases";
import { type PushService, pushService } from "../../support/push-service";
import type { TestServer } from "../../support/server";
import { type SmtpServer, smtpServer } from "../../support/smtp";
import type { World } from "../../support/world";

export interface DeliveryFixture {
  smtp: SmtpServer;
  pushes: PushService;
  dependencies(): DeliveryDependencies;
  sendAll(world: World): Promise<string[]>;
  mailsTo(email: string): ParsedMail[];
}

export interface ParsedMail {
  headers: Record<string, string>;
  text: string;
  html: string;
}

const config: { pushOrigins: string[] } = { pushOrigins: [] };
/** Configuration for `testServer` that accepts subscriptions at the fake push service. */
export const deliveryConfig = { config };

export function deliveryFixture(server: () => TestServer): DeliveryFixture {
  const stand = {} as DeliveryFixture;
  let workerDatabase: DataSource;
  let mailer: Mailer;

  beforeAll(async () => {
    stand.smtp = await smtpServer();
    stand.pushes = await pushService();
    config.pushOrigins.push(stand.pushes.origin);
    const url = await databaseUrl();
    workerDatabase = await connectDatabase({ url, role: "portal_worker", poolSize: 4 });
    const { platform } = server();
    mailer = createMailer({ ...platform.config, smtpUrl: stand.smtp.url }, platform.log);
  });
  afterAll(async () => {
    await mailer?.close();
    await workerDatabase?.destroy();
    await stand.smtp?.close();
    await stand.pushes?.close();
  });

  stand.dependencies = () => {
    const { platform } = server();
    const push = createPushSender(workerDatabase, { mailFrom: platform.config.mailFrom, ...config });
    const origin = (domains: readonly string[]) =>
      chooseTenantAddress({ publicUrl: "https://portal.example", port: 1 }, domains).origin;
    return { unitOfWork: platform.unitOfWork, workerDatabase, mailer, push, originFor: origin, log: platform.log };
  };
  stand.sendAll = async (world) => {
    const before = await server().owner.query<{ id: number }[]>(
      "UPDATE notification_delivery SET due_at = now() WHERE tenant_id = $1 AND done_at IS NULL RETURNING id",
      [world.tenantId],
    );
    while ((await sendDueDeliveries(stand.dependencies())) > 0);
    const ids = (before as unknown as [{ id: number }[]])[0].map(({ id }) => id);
    const rows = await server().owner.query<{ outcome: string }[]>(
      "SELECT outcome FROM notification_delivery WHERE id = ANY($1) ORDER BY id",
      [ids],
    );
    return rows.map(({ outcome }) => outcome);
  };
  stand.mailsTo = (email) =>
    stand.smtp.received.filter(({ to }) => to.includes(email)).map(({ message }) => parsed(message));
  return stand;
}

function parsed(message: string): ParsedMail {
  const [head = "", ...rest] = message.split("\r\n\r\n");
  const unfolded = head.replace(/\r\n[ \t]+/g, " ");
  const headers = Object.fromEntries(
    unfolded
      .split("\r\n")
      .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), decoded(line.slice(line.indexOf(":") + 2))]),
  );
  const body = rest.join("\r\n\r\n");
  const boundary = /boundary="([^"]+)"/.exec(headers["content-type"] ?? "")?.[1];
  const parts = boundary ? body.split(`--${boundary}`) : [body];
  const part = (type: string) => parts.map(contentOf(type)).find(Boolean) ?? "";
  return { headers, text: part("text/plain"), html: part("text/html") };
}

const contentOf = (type: string) => (part: string) => {
  const [head = "", ...rest] = part.split("\r\n\r\n");
  if (!head.toLowerCase().includes(type)) return "";
  const body = rest.join("\r\n\r\n");
  if (/base64/i.test(head)) return Buffer.from(body, "base64").toString();
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
};

/** Decodes non-ASCII header texts (RFC 2047). */
function decoded(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(word, "base64").toString()
        : Buffer.from(
            word
              .replaceAll("_", " ")
              .replace(/=([0-9A-F]{2})/g, (_m, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            "latin1",
          ).toString(),
    );
}
