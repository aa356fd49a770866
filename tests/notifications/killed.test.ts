import * as comments from "../../shared/comments/comments.contract";
import * as settings from "../../shared/notifications/settings.contract";
import * as tasks from "../../shared/tasks/tasks.contract";
import { LiveWorld } from "../support/live-world";
import { freshDatabaseUrl } from "../support/postgres/databases";
import { buildPrograms, type Program, startProgram } from "../support/programs";
import { type PushService, pushService } from "../support/push-service";
import { describeWithRedis, freePort } from "../support/redis";
import { Seed } from "../support/seed";
import { type SmtpServer, smtpServer } from "../support/smtp";
import { until } from "../support/until";

const cards = 20;
const kills = 6;

/** Noon there, whenever this runs: neither too early for reminders nor near midnight. */
function noon(): { zone: string; today: string } {
  const offset = 12 - new Date().getUTCHours();
  const today = new Date(Date.now() + offset * 3_600_000).toISOString().slice(0, 10);
  return { zone: offset >= 0 ? `Etc/GMT-${offset}` : `Etc/GMT+${-offset}`, today }; // the sign is turned round there
}

/**
 * Reminders, digest, mail and push, counted where they arrive, while the only worker is killed with `kill -9` again and
 * again in the middle of sending. What is sent again after a crash is the same mail (Message-ID) or the same push (topic
 * and tag): whoever receives it shows it once.
 */
describeWithRedis("a worker that is killed in the middle", (redis) =>
  describe("as a process of its own", () => {
    let seed: Seed;
    let server: Program;
    let worker: Program | null = null;
    let world: LiveWorld;
    let smtp: SmtpServer;
    let pushes: PushService;
    let shared: Record<string, string>;

    beforeAll(async () => {
      await buildPrograms();
      [smtp, pushes] = await Promise.all([smtpServer(), pushService()]);
      const databaseUrl = await freshDatabaseUrl("killed");
      seed = Seed.at(databaseUrl);
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
    /** As if time had passed: what waits is due, and what a dead worker held is free. */
    const timePasses = () =>
      rows(
        `UPDATE notification_delivery SET due_at = LEAST(due_at, now()), leased_until = LEAST(leased_until, now())
         WHERE tenant_id = $1 AND done_at IS NULL`,
      );
    const arrived = () => smtp.received.length + pushes.received.length;
    const waiting = "notification_delivery WHERE tenant_id = $1 AND done_at IS NULL";

    test("every reminder, digest, mail and push arrives, each once", async () => {
      const [ada, ben] = [await world.person("Ada"), await world.person("Ben")];
      const { zone, today } = noon();
      await rows("UPDATE app_user SET time_zone = $2 WHERE tenant_id = $1", [zone]);
      const project = await world.project([ada, ben], [cards, 0, 0]);
      await ben.http.call(settings.subscribeToPush, { body: pushes.browser("ben") });
      const topics = { comments: { email: "daily", push: true }, due: { email: "now", push: true } };
      await ben.http.call(settings.changeNotificationSettings, { body: { topics, digest_time: "00:00" } });
      // A task each that is assigned and due today: at once by mail and push, as its reminder. A comment on each: by push
      // at once, by mail in the digest.
      for (const id of project.taskIds[0] ?? []) {
        await ada.http.call(tasks.updateTask, { params: { id }, body: { users: [ben.id], due_date: today } });
        await ada.http.call(comments.createComment, { body: { task_id: id, comment: `About ${id}` } });
      }
      smtp.slow(250);
      pushes.slow(250);

      worker = await startProgram("worker", shared);
      await until(
        "the comments are told",
        async () => (await count("notification WHERE tenant_id = $1 AND kind = 'comment.created'")) === cards,
        30_000,
      );
      // As if they had been written yesterday: the digest of today's midnight should have held them.
      await rows(
        "UPDATE notification SET created_at = now() - interval '1 day' WHERE tenant_id = $1 AND digest IS NOT NULL",
      );
      for (let turn = 0; turn < kills; turn++) {
        await timePasses();
        const before = arrived();
        // What the dead worker held is free after ten seconds, and is looked for every five.
        await until(
          "something is sent, or all is",
          async () => arrived() > before || (await count(waiting)) === 0,
          45_000,
        );
        await worker.kill();
        worker = await startProgram("worker", shared);
      }
      await until(
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
        { channel: "mail", outcome: "sent", n: 2 * cards + 1 }, // assigned, reminded, one digest
        { channel: "push", outcome: "sent", n: 3 * cards }, // assigned, reminded, commented
      ]);
      const mails = new Map(
        smtp.received.map(({ message }) => [header(message, "message-id"), header(message, "subject")]),
      );
      expect(mails.size).toBe(2 * cards + 1);
      expect(new Set(mails.values()).size).toBe(mails.size); // no two mails say the same
      expect(pushes.faults).toEqual([]);
      const shown = new Map(pushes.received.map(({ payload, topic }) => [topic, `${payload.tag}: ${payload.body}`]));
      expect(shown.size).toBe(3 * cards);
      expect(new Set(pushes.received.map(({ payload }) => payload.body)).size).toBe(3 * cards);
      // A crash repeats what was under way at most.
      expect(arrived() - mails.size - shown.size).toBeLessThanOrEqual(kills * 20);
    }, 180_000);
  }),
);

const header = (message: string, name: string) =>
  new RegExp(`^${name}: (.+(?:\r?\n[ \t].+)*)`, "im").exec(message)?.[1] as string;
