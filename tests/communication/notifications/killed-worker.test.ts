import * as comments from "../../../shared/work/comments/comments.contract";
import * as settings from "../../../shared/communication/notifications/settings.contract";
import * as tasks from "../../../shared/work/tasks/tasks.contract";
import { LiveWorld } from "../../support/live-world";
import { freshDatabaseUrl } from "../../support/postgres/databases";
import { buildPrograms, type ProgramProcess, startProgram } from "../../support/programs";
import { type PushService, pushService } from "../../support/push-service";
import { describeWithRedis, freePort } from "../../support/redis";
import { DatabaseSeeder } from "../../support/seed";
import { type SmtpServer, smtpServer } from "../../support/smtp";
import { waitUntil } from "../../support/wait-until";

const cards = 20;
const kills = 6;

/** A time zone in which it is now noon: after the hour of reminders and not near midnight. */
function noon(): { zone: string; today: string } {
  const offset = 12 - new Date().getUTCHours();
  const today = new Date(Date.now() + offset * 3_600_000).toISOString().slice(0, 10);
  return { zone: offset >= 0 ? `Etc/GMT-${offset}` : `Etc/GMT+${-offset}`, today }; // the sign is reversed in these zone names
}

/**
 * Counts the reminders, digests, mails and pushes received while the only worker is repeatedly killed with `kill -9`. A delivery repeated
 * after a crash has the same Message-ID (mail) or topic and tag (push), so the recipient sees it once.
 */
describeWithRedis("a worker that is killed in the middle", (redis) =>
  describe("worker as a separate process", () => {
    let seed: DatabaseSeeder;
    let server: ProgramProcess;
    let worker: ProgramProcess | null = null;
    let world: LiveWorld;
    let smtp: SmtpServer;
    let pushes: PushService;
    let shared: Record<string, string>;

    beforeAll(async () => {
      await buildPrograms();
      [smtp, pushes] = await Promise.all([smtpServer(), pushService()]);
      const databaseUrl = await freshDatabaseUrl("killed");
      seed = DatabaseSeeder.at(databaseUrl);
      shared = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, SMTP_URL: smtp.url, PUSH_ORIGINS: pushes.origin };
      const port = await freePort();
      server = await startProgram("server", { ...shared, PORT: String(port) });
      world = await LiveWorld.create(`http://127.0.0.1:${port}`, seed);
    }, 60_000);
    afterAll(async () => {
      world?.close();
      await Promise.all([worker?.stop(), server?.stop()]);
      await Promise.all([smtp?.close(), pushes?.close(), seed?.close()]);
    }, 60_000);

    const rows = <Row>(text: string, values: unknown[] = []) => seed.rows<Row>(text, [world.tenant.id, ...values]);
    const count = async (from: string) =>
      Number((await rows<{ n: string }>(`SELECT count(*) AS n FROM ${from}`))[0]?.n);
    /** Makes pending deliveries due and ends the leases of dead workers. */
    const timePasses = () =>
      rows(
        `UPDATE notification_delivery SET due_at = LEAST(due_at, now()), leased_until = LEAST(leased_until, now())
         WHERE tenant_id = $1 AND done_at IS NULL`,
      );
    const arrived = () => smtp.received.length + pushes.received.length;
    const waiting = "notification_delivery WHERE tenant_id = $1 AND done_at IS NULL";

    test("every reminder, digest, mail and push arrives once", async () => {
      const [ada, ben] = [await world.person("Ada"), await world.person("Ben")];
      const { zone, today } = noon();
      await rows("UPDATE app_user SET time_zone = $2 WHERE tenant_id = $1", [zone]);
      // One project per task, as reminders of one project are batched.
      const taskIds: number[] = [];
      for (let at = 0; at < cards; at++)
        taskIds.push(...((await world.project([ada, ben], [1, 0, 0])).taskIds[0] ?? []));
      await ben.http.call(settings.subscribeToPush, { body: pushes.browser("ben") });
      const topics = { comments: { email: "daily", push: true }, due: { email: "now", push: true } };
      await ben.http.call(settings.changeNotificationSettings, { body: { topics, digest_time: "00:00" } });
      // Assignments and reminders send an immediate mail and push. Each comment sends an immediate push and is mailed in the digest.
      for (const id of taskIds) {
        await ada.http.call(tasks.updateTask, { params: { id }, body: { users: [ben.id], due_date: today } });
        await ada.http.call(comments.createComment, { body: { task_id: id, comment: `About ${id}` } });
      }
      smtp.slow(250);
      pushes.slow(250);

      worker = await startProgram("worker", shared);
      await waitUntil(
        "the comments are told",
        async () => (await count("notification WHERE tenant_id = $1 AND kind = 'comment.created'")) === cards,
        30_000,
      );
      // Dates the notifications to yesterday, so that they belong to the digest of today's midnight.
      await rows(
        "UPDATE notification SET created_at = now() - interval '1 day' WHERE tenant_id = $1 AND digest IS NOT NULL",
      );
      for (let turn = 0; turn < kills; turn++) {
        await timePasses();
        const before = arrived();
        // Workers look for deliveries every five seconds; a dead worker's lease ends after ten.
        await waitUntil(
          "something is sent, or all is",
          async () => arrived() > before || (await count(waiting)) === 0,
          45_000,
        );
        await worker.kill();
        worker = await startProgram("worker", shared);
      }
      await waitUntil(
        "all is sent",
        async () => {
          await timePasses();
          return (await count(waiting)) === 0 && (await count("notification_digest WHERE tenant_id = $1")) === 1;
        },
        90_000,
      );

      expect(await count("task_reminder WHERE tenant_id = $1")).toBe(cards);
      const delivered = await rows<{ channel: string; outcome: string; n: number }>(
        "SELECT channel, outcome, count(*) AS n FROM notification_delivery WHERE tenant_id = $1 GROUP BY 1, 2 ORDER BY 1",
      );
      expect(delivered).toEqual([
        { channel: "mail", outcome: "sent", n: cards + 2 }, // reminders, one mail for all assignments, one digest
        { channel: "push", outcome: "sent", n: 2 * cards + 1 }, // reminders, comments, one push for all assignments
      ]);
      const mails = new Map(
        smtp.received.map(({ message }) => [header(message, "message-id"), header(message, "subject")]),
      );
      expect(mails.size).toBe(cards + 2);
      expect(new Set(mails.values()).size).toBe(mails.size);
      expect(pushes.faults).toEqual([]);
      const pushTextByTopic = new Map(
        pushes.received.map(({ payload, topic }) => [topic, `${payload.tag}: ${payload.body}`]),
      );
      expect(pushTextByTopic.size).toBe(2 * cards + 1);
      expect(new Set(pushes.received.map(({ payload }) => payload.body)).size).toBe(2 * cards + 1);
      // Each crash repeats at most the 20 deliveries in progress.
      expect(arrived() - mails.size - pushTextByTopic.size).toBeLessThanOrEqual(kills * 20);
    }, 180_000);
  }),
);

const header = (message: string, name: string) =>
  new RegExp(`^${name}: (.+(?:\r?\n[ \t].+)*)`, "im").exec(message)?.[1] as string;
