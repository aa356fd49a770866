import { resolve } from "node:path";
import { ConfigError, readConfig } from "./config";

const database = "postgres://owner@db/portal";
const logins = { APP_DATABASE_URL: "postgres://app@db/portal", WORKER_DATABASE_URL: "postgres://worker@db/portal" };

const refused: [env: Record<string, string>, says: string][] = [
  [{ S3_BUCKET: "files" }, "S3_BUCKET"],
  [{ S3_BUCKET: "files", S3_ACCESS_KEY_ID: "id" }, "S3_BUCKET"],
  [{ S3_BUCKET: "files", S3_SECRET_ACCESS_KEY: "secret" }, "S3_BUCKET"],
  [{ DATABASE_URL: database, APP_DATABASE_URL: logins.APP_DATABASE_URL }, "or neither"],
  [{ DATABASE_URL: database, WORKER_DATABASE_URL: logins.WORKER_DATABASE_URL }, "or neither"],
  [logins, "require DATABASE_URL"],
  [{ STRIPE_SECRET_KEY: "sk" }, "STRIPE_WEBHOOK_SECRET"],
  [{ PORT: "-1" }, "PORT"],
  [{ PORT: "65536" }, "PORT"],
  [{ PORT: "http" }, "PORT"],
  [{ PORT: "13.5" }, "PORT"],
  [{ TRUSTED_PROXIES: "-1" }, "TRUSTED_PROXIES"],
  [{ TRUSTED_PROXIES: "11" }, "TRUSTED_PROXIES"],
  [{ BACKUP_DAYS: "0" }, "BACKUP_DAYS"],
  [{ OPERATOR_EMAIL: "operator" }, "OPERATOR_EMAIL"],
  [{ DATABASE_URL: "mysql://db" }, "DATABASE_URL"],
  [{ REDIS_URL: "http://redis" }, "REDIS_URL"],
  [{ SMTP_URL: "mail.test" }, "SMTP_URL"],
  [{ S3_ENDPOINT: "minio:9000" }, "S3_ENDPOINT"],
  [{ EXTERNAL_404_URL: "javascript:alert(1)" }, "EXTERNAL_404_URL"],
  [{ PUBLIC_URL: "ftp://portal.test" }, "PUBLIC_URL"],
  [{ PUSH_ORIGINS: "https://push.test,nowhere" }, "PUSH_ORIGINS"],
  [{ DEMO_TODOS_URL: "todos" }, "DEMO_TODOS_URL"],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL"],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector" }, "OTEL_EXPORTER_OTLP_ENDPOINT"],
  [{ SEED_DEMO: "perhaps" }, "SEED_DEMO"],
  [{ API_DOCS: "perhaps" }, "API_DOCS"],
  [{ DEV_OUTBOX: "perhaps" }, "DEV_OUTBOX"],
];

test.each(refused)("readConfig rejects %j with an error that names the cause", (env, says) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(says);
});

test("readConfig reports all invalid variables in one error", () => {
  expect(() => readConfig({ PORT: "http", LOG_LEVEL: "loud" })).toThrow(/PORT[^]*LOG_LEVEL|LOG_LEVEL[^]*PORT/);
  expect(() => readConfig({ PORT: "http", S3_BUCKET: "files" })).toThrow(/PORT[^]*S3_BUCKET/);
});

test("missing and empty variables get their default values", () => {
  const defaults = {
    port: 1337,
    host: null,
    dataDir: resolve(".data"),
    databaseUrl: null,
    databaseLogins: null,
    redisUrl: null,
    s3: null,
    smtpUrl: null,
    mailFrom: "Task Management <no-reply@localhost>",
    operatorEmail: null,
    backup: { dir: resolve(".data/backups"), bucket: null, keys: [], days: 7, nightly: true },
    previousRelease: null,
    stripe: null,
    external404Url: null,
    publicUrl: null,
    pushOrigins: [],
    signOnOrigins: [],
    importOrigins: [],
    demoTodosUrl: "https://jsonplaceholder.typicode.com/todos",
    logLevel: "info",
    seedDemo: true,
    trustedProxies: 0,
    apiDocs: false,
    devOutbox: null,
    development: false,
    isTraced: false,
  };
  expect(readConfig({})).toEqual(defaults);
  expect(readConfig({ PORT: "", DATABASE_URL: "", SEED_DEMO: "", PUSH_ORIGINS: "", NODE_ENV: "" })).toEqual(defaults);
});

test("readConfig returns the values of all variables that are set", () => {
  const config = readConfig({
    PORT: "65535",
    HOST: "0.0.0.0",
    DATA_DIR: "/data",
    DATABASE_URL: database,
    ...logins,
    REDIS_URL: "rediss://redis",
    S3_BUCKET: "files",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "secret",
    S3_ENDPOINT: "http://localhost:9000",
    SMTP_URL: "smtps://mail",
    STRIPE_SECRET_KEY: "sk",
    STRIPE_WEBHOOK_SECRET: "whsec",
    PUSH_ORIGINS: "https://push.test/path,http://other.test:81",
    TRUSTED_PROXIES: "10",
    API_DOCS: "1",
    DEV_OUTBOX: "0",
    DEMO_TODOS_URL: "http://todos.test/all",
    LOG_LEVEL: "silent",
  });
  expect(config).toMatchObject({
    port: 65_535,
    host: "0.0.0.0",
    dataDir: "/data",
    databaseLogins: { portal_app: logins.APP_DATABASE_URL, portal_worker: logins.WORKER_DATABASE_URL },
    redisUrl: "rediss://redis",
    s3: {
      bucket: "files",
      region: "us-east-1",
      endpoint: "http://localhost:9000",
      accessKeyId: "id",
      secretAccessKey: "secret",
    },
    smtpUrl: "smtps://mail",
    stripe: { secretKey: "sk", webhookSecret: "whsec" },
    pushOrigins: ["https://push.test", "http://other.test:81"],
    demoTodosUrl: "http://todos.test/all",
    seedDemo: false,
    trustedProxies: 10,
    apiDocs: true,
    devOutbox: false,
  });
});

test("development shows the mail outbox unless DEV_OUTBOX is 0", () => {
  expect(readConfig({ NODE_ENV: "development" })).toMatchObject({ development: true, devOutbox: true });
  expect(readConfig({ NODE_ENV: "development", DEV_OUTBOX: "0" })).toMatchObject({ devOutbox: false });
});

test("seeds the demo by default only into the embedded database", () => {
  expect(readConfig({}).seedDemo).toBe(true);
  expect(readConfig({ SEED_DEMO: "0" }).seedDemo).toBe(false);
  expect(readConfig({ DATABASE_URL: "postgres://localhost/portal", SEED_DEMO: "1" }).seedDemo).toBe(true);
});
