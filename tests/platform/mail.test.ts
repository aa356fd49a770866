import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pino } from "pino";
import { createMailer, type Mail } from "../../server/platform/mail";
import { testServer } from "../support/server";
import { type SmtpServer, smtpServer } from "../support/smtp";

const lines: string[] = [];
const log = pino(new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) }));
const dataDir = mkdtempSync(join(tmpdir(), "portal-mail-"));
const config = { smtpUrl: null, mailFrom: "Task Management <no-reply@acme.test>", dataDir };
const mail: Mail = { to: "ann@acme.test", subject: "وشەی نهێنی", text: "Hello\n.\nsecret-token", html: "<p>Hello</p>" };
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe("through SMTP", () => {
  let smtp: SmtpServer;
  beforeAll(async () => {
    smtp = await smtpServer();
  });
  afterAll(() => smtp.close());

  test("a mail arrives as it was written", async () => {
    const mailer = createMailer({ ...config, smtpUrl: smtp.url }, log);
    await mailer.send(mail);
    await mailer.close();
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]).toMatchObject({ from: "no-reply@acme.test", to: ["ann@acme.test"] });
    expect(smtp.received[0]?.message).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(smtp.received[0]?.message).toContain("secret-token");
  });

  test("ending waits for what is under way", async () => {
    const before = smtp.received.length;
    const mailer = createMailer({ ...config, smtpUrl: smtp.url }, log);
    for (let n = 0; n < 5; n++) void mailer.send(mail);
    await mailer.close();
    expect(smtp.received.length - before).toBe(5);
  });

  test("a server that refuses, or isn't there, throws nothing and logs neither address nor content", async () => {
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

test("without SMTP a mail lies in the outbox, readable for its owner alone", async () => {
  const mailer = createMailer(config, log);
  await mailer.send(mail);
  const files = readdirSync(join(dataDir, "outbox"));
  expect(files.map((name) => name.replace(/^.*\./, ""))).toEqual(["eml", "json"]);
  expect(readFileSync(join(dataDir, "outbox", files[0] as string), "utf8")).toMatch(/^To: ann@acme\.test/m);
});

describe("looking into the outbox", () => {
  const embedded = testServer({ config: { databaseUrl: null } });

  test("shows mails to this computer, with their links, and to nobody else", async () => {
    const { api, employee } = await embedded.world();
    expect((await api().get("/dev/outbox")).text).toContain("Nothing was sent yet.");
    await embedded.platform.mailer.send({
      to: employee.email,
      subject: "<b>Hi</b>",
      text: "Open http://localhost/x?a=1&b=2 now",
    });
    const list = await api().get("/dev/outbox");
    expect(list.text).toContain("&#60;b&#62;Hi&#60;/b&#62;");
    const link = /href="(\/dev\/outbox\/[^"]+)"/.exec(list.text)?.[1] as string;
    expect((await api().get(link)).text).toContain('<a href="http://localhost/x?a=1&#38;b=2">');
    for (const path of ["/dev/outbox", link]) {
      expect((await api().send({ url: path, remoteAddress: "192.168.1.20" })).status).toBe(404);
      expect((await api().with({ "x-forwarded-for": "127.0.0.1" }).get(path)).status).toBe(404);
    }
    for (const name of ["..%2f..%2fsecret.json", "none.json", "x.eml"]) {
      expect((await api().get(`/dev/outbox/${name}`)).status).toBe(404);
    }
  });
});
