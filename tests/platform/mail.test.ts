import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pino } from "pino";
import { readConfig } from "../../server/config";
import { newOutboxKey } from "../../server/platform/mail/dev-outbox";
import { createMailer, type Mail, maxStoredMails } from "../../server/platform/mail/mail";
import { testServer } from "../support/server";
import { type SmtpServer, smtpServer } from "../support/smtp";
import { waitUntil } from "../support/wait-until";

const lines: string[] = [];
const log = pino(new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) }));
const dataDir = mkdtempSync(join(tmpdir(), "portal-mail-"));
const config = { smtpUrl: null, mailFrom: "Task Management <no-reply@acme.test>", dataDir };
const quick = { connectionTimeout: 1_000, greetingTimeout: 1_000, socketTimeout: 1_000 };
const mail: Mail = { to: "ann@acme.test", subject: "وشەی نهێنی", text: "Hello\n.\nsecret-token", html: "<p>Hello</p>" };
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe("through SMTP", () => {
  let smtp: SmtpServer;
  beforeAll(async () => {
    smtp = await smtpServer();
  });
  afterAll(() => smtp.close());

  test("a mail arrives unchanged", async () => {
    const mailer = createMailer({ ...config, smtpUrl: smtp.url }, log);
    await mailer.send(mail);
    await mailer.close();
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]).toMatchObject({ from: "no-reply@acme.test", to: ["ann@acme.test"] });
    expect(smtp.received[0]?.message).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(smtp.received[0]?.message).toContain("secret-token");
  });

  test.each(["x,eve@evil.example", "team:eve@evil.example;", "x<eve@evil.example>"])(
    "%s never adds another recipient",
    async (to) => {
      const before = smtp.received.length;
      const mailer = createMailer({ ...config, smtpUrl: smtp.url }, log);
      await mailer.send({ ...mail, to });
      await mailer.close();
      expect(smtp.received.slice(before).flatMap((one) => one.to)).not.toContain("eve@evil.example");
    },
  );

  test("closing waits for pending mails", async () => {
    const before = smtp.received.length;
    const mailer = createMailer({ ...config, smtpUrl: smtp.url }, log);
    const sentMails = Array.from({ length: 5 }, () => mailer.send(mail));
    await mailer.close();
    expect(smtp.received.length - before).toBe(5);
    await Promise.all(sentMails);
  });

  test("hundreds of mails use few connections, which mail servers limit", async () => {
    const [before, openedBefore] = [smtp.received.length, smtp.most()];
    smtp.slow(20);
    const mailer = createMailer({ ...config, smtpUrl: smtp.url }, log);
    for (let each = 0; each < 60; each++) mailer.compose(async () => mail);
    await mailer.close();
    smtp.slow(0);
    expect(smtp.received.length - before).toBe(60);
    expect(smtp.most()).toBeLessThanOrEqual(Math.max(openedBefore, 5));
  });

  test("a mail server that doesn't respond times out, and its connection is closed", async () => {
    smtp.slow(3_000);
    const mailer = createMailer({ ...config, smtpUrl: smtp.url }, log, { ...quick, socketTimeout: 300 });
    await expect(mailer.deliver(mail)).rejects.toMatchObject({ code: "ETIMEDOUT" });
    smtp.slow(0);
    await waitUntil("the connection is ended", () => smtp.open() === 0);
    await mailer.close();
  });

  test("failed mails throw no error and log neither address nor content", async () => {
    smtp.refuse("550 no such user");
    const refused = createMailer({ ...config, smtpUrl: smtp.url }, log);
    await refused.send(mail);
    const absent = createMailer({ ...config, smtpUrl: "smtp://127.0.0.1:9" }, log);
    await absent.send(mail);
    await Promise.all([refused.close(), absent.close()]);
    expect(lines).toHaveLength(2);
    expect(lines.join()).toContain("mail not sent");
    expect(lines.join()).not.toMatch(/ann@acme|secret-token/);
  });
});

test("without SMTP a mail is stored in the outbox, readable by its owner only", async () => {
  const mailer = createMailer(config, log);
  await mailer.send(mail);
  const files = readdirSync(join(dataDir, "outbox"));
  expect(files.map((name) => name.replace(/^.*\./, ""))).toEqual(["eml", "json"]);
  const message = readFileSync(join(dataDir, "outbox", files[0] as string), "utf8");
  expect(message).toMatch(/^To: ann@acme\.test\r$/m);
  // RFC 5322 requires CRLF, including the last line.
  expect(message.match(/(?<!\r)\n/g)).toBeNull();
});

test("the outbox keeps only the newest mails and stores a resent mail once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "portal-mail-"));
  const mailer = createMailer({ ...config, dataDir: folder }, log);
  const names = () => readdirSync(join(folder, "outbox"));
  await mailer.send({ ...mail, messageId: "<first.1@acme.test>" });
  await mailer.send({ ...mail, messageId: "<first.1@acme.test>" });
  expect(names()).toHaveLength(2);
  const first = names();
  for (let n = 0; n < maxStoredMails + 3; n++) {
    for (const kind of ["eml", "json"]) {
      writeFileSync(join(folder, "outbox", `2027-01-01T00-00-${String(n).padStart(4, "0")}.${kind}`), "{}");
    }
  }
  await mailer.send(mail);
  expect(names().length).toBeLessThanOrEqual(2 * (maxStoredMails + 1));
  for (const deletedName of first) expect(names()).not.toContain(deletedName);
  rmSync(folder, { recursive: true, force: true });
});

describe("the outbox page", () => {
  const key = "k".repeat(24);
  const embedded = testServer({ config: { databaseUrl: null }, outboxKey: key });
  const off = testServer({ config: { databaseUrl: null } });
  let link: string;
  const getOutbox = async (path = "/dev/outbox", headers: Record<string, string> = {}, query = `?key=${key}`) =>
    (await embedded.world())
      .api()
      .with({ host: "localhost:1337", ...headers })
      .get(path + query);

  beforeAll(async () => {
    const { employee } = await embedded.world();
    expect((await getOutbox()).text).toContain("No mail sent yet.");
    await embedded.platform.mailer.send({
      to: employee.email,
      subject: "<b>Hi</b>",
      text: "Open http://localhost/x?a=1&b=2 now",
    });
    link = /href="(\/dev\/outbox\/[^"?]+)\?key=k+"/.exec((await getOutbox()).text)?.[1] as string;
  });

  test("mails with links are shown on the local machine with the key", async () => {
    expect((await getOutbox()).text).toContain("&#60;b&#62;Hi&#60;/b&#62;");
    for (const host of ["localhost", "127.0.0.1:1337", "[::1]:1337"]) {
      expect((await getOutbox(link, { host })).text).toContain('<a href="http://localhost/x?a=1&#38;b=2">');
    }
  });

  test("other machines and other host names get 404 for the outbox", async () => {
    const { api } = await embedded.world();
    for (const path of ["/dev/outbox", link]) {
      for (const host of ["rebind.attacker.example", "localhost.evil.test", "192.168.1.20"]) {
        expect((await getOutbox(path, { host })).status).toBe(404);
      }
      const elsewhere = { url: `${path}?key=${key}`, remoteAddress: "192.168.1.20", headers: { host: "localhost" } };
      expect((await api().send(elsewhere)).status).toBe(404);
    }
  });

  test.each(["forwarded", "via", "x-real-ip", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"])(
    "outbox requests through a proxy with %s get 404",
    async (name) => {
      for (const path of ["/dev/outbox", link]) {
        expect((await getOutbox(path, { [name]: "127.0.0.1" })).status).toBe(404);
      }
    },
  );

  test.each(["", "?key=", `?key=${"k".repeat(23)}`, `?key=${key}x`, `?key=${key}&key=${key}`, `?key[0]=${key}`])(
    "outbox requests with the key %j get 404",
    async (query) => {
      for (const path of ["/dev/outbox", link]) expect((await getOutbox(path, {}, query)).status).toBe(404);
    },
  );

  test("the outbox page can't read other files", async () => {
    for (const name of ["..%2f..%2fsecret.json", "none.json", "x.eml"]) {
      expect((await getOutbox(`/dev/outbox/${name}`)).status).toBe(404);
    }
  });

  test("the outbox page is disabled by default", async () => {
    const { api } = await off.world();
    expect((await api().with({ host: "localhost" }).get(`/dev/outbox?key=${key}`)).status).toBe(404);
  });

  test("the outbox page is enabled by demo, development or setting, never with SMTP", () => {
    const createsKey = (env: Record<string, string>, demo: boolean) => newOutboxKey(readConfig(env), demo) !== null;
    expect(createsKey({}, false)).toBe(false);
    expect(createsKey({}, true)).toBe(true);
    expect(createsKey({ DEV_OUTBOX: "0" }, true)).toBe(false);
    expect(createsKey({ DEV_OUTBOX: "1" }, false)).toBe(true);
    expect(createsKey({ NODE_ENV: "development" }, false)).toBe(true);
    expect(createsKey({ DEV_OUTBOX: "1", SMTP_URL: "smtp://mail" }, true)).toBe(false);
    expect(createsKey({ DEV_OUTBOX: "1", DATABASE_URL: "postgres://x" }, true)).toBe(false);
    expect(newOutboxKey(readConfig({}), true)).not.toBe(newOutboxKey(readConfig({}), true));
  });
});
