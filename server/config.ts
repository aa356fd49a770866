import { resolve } from "node:path";
import { object, ValidationError } from "yup";
import { boolean, number, string } from "../shared/kernel/schemas";

/** Yup's own rule for addresses knows neither `http://localhost:8080` nor a name inside a network. */
const address = (message: string) => string().test("address", message, (text) => text === undefined || isAddress(text));

const originsOf = (list = "") =>
  list
    .split(",")
    .filter(Boolean)
    .map((text) => new URL(text).origin);

function isAddress(text: string): boolean {
  return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}

/** Whatever is wrong with it, an operator reads the same sentence, never the code of a form's field. */
const numberWithin = (most: number, message: string) =>
  number().typeError(message).integer(message).min(0, message).max(most, message);

/** Everything the environment may say. Nothing else in the product reads `process.env`. */
const environment = object({
  /** Port of the one HTTP server: API, sockets and client. */
  PORT: numberWithin(65_535, "PORT must be a number from 0 to 65535").default(1337),
  /** Unset: every address, but this computer alone while the demo's passwords stand. */
  HOST: string(),
  /** Embedded PostgreSQL, uploaded files, outgoing mail of the embedded default. */
  DATA_DIR: string().default(".data"),
  /** Unset: an embedded PostgreSQL under DATA_DIR is started. The user must own the database and may create roles. */
  DATABASE_URL: string().matches(/^postgres(ql)?:\/\//, "DATABASE_URL must start with postgres://"),
  /** Addresses of the roles portal_app and portal_worker, for who keeps their passwords. Unset: they follow from DATABASE_URL. */
  APP_DATABASE_URL: string().matches(/^postgres(ql)?:\/\//, "APP_DATABASE_URL must start with postgres://"),
  WORKER_DATABASE_URL: string().matches(/^postgres(ql)?:\/\//, "WORKER_DATABASE_URL must start with postgres://"),
  /** Unset: queue on PostgreSQL, sockets in one process. Needed as soon as there is a second process. */
  REDIS_URL: string().matches(/^rediss?:\/\//, "REDIS_URL must start with redis://"),
  S3_ENDPOINT: address("S3_ENDPOINT must be an address"),
  S3_REGION: string().default("us-east-1"),
  /** Unset: files lie under DATA_DIR. */
  S3_BUCKET: string(),
  S3_ACCESS_KEY_ID: string(),
  S3_SECRET_ACCESS_KEY: string(),
  /** Unset: mails are written to DATA_DIR/outbox. */
  SMTP_URL: string().matches(/^smtps?:\/\//, "SMTP_URL must start with smtp://"),
  MAIL_FROM: string().default("Task Management <no-reply@localhost>"),
  STRIPE_SECRET_KEY: string(),
  STRIPE_WEBHOOK_SECRET: string(),
  /** Where a visitor of an unknown host name is sent. Unset: a page of our own. */
  EXTERNAL_404_URL: address("EXTERNAL_404_URL must be an address"),
  /** How people reach the product, for links in mails: their scheme and port. Unset: http and PORT. The host is the tenant's. */
  PUBLIC_URL: address("PUBLIC_URL must be an address"),
  /** Push services beside those of the known browsers, as origins separated by commas. */
  PUSH_ORIGINS: string().test("origins", "PUSH_ORIGINS must be addresses separated by commas", (text) =>
    (text ?? "").split(",").filter(Boolean).every(isAddress),
  ),
  /** Issuers for signing in (OpenID Connect) inside one's own network, as origins separated by commas. Others are asked by https, outside. */
  SIGN_ON_ORIGINS: string().test("origins", "SIGN_ON_ORIGINS must be addresses separated by commas", (text) =>
    (text ?? "").split(",").filter(Boolean).every(isAddress),
  ),
  /** The public placeholder service that /demo/todos reads. */
  DEMO_TODOS_URL: address("DEMO_TODOS_URL must be an address").default("https://jsonplaceholder.typicode.com/todos"),
  LOG_LEVEL: string()
    .oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "LOG_LEVEL must be one of pino's levels")
    .default("info"),
  /** Fills an empty database with the demo. Always so with the embedded PostgreSQL. */
  SEED_DEMO: boolean().default(false).typeError("SEED_DEMO must be 0 or 1"),
  /** How many reverse proxies stand in front: only then are their address headers believed. */
  TRUSTED_PROXIES: numberWithin(10, "TRUSTED_PROXIES must be a number from 0 to 10").default(0),
  /** Shows /docs to everybody. Unset: to the private network. */
  API_DOCS: boolean().default(false).typeError("API_DOCS must be 0 or 1"),
  /** Shows outgoing mail at /dev/outbox. Unset: while the demo's passwords stand, and in development. */
  DEV_OUTBOX: boolean().typeError("DEV_OUTBOX must be 0 or 1"),
  NODE_ENV: string().default("production"),
});

export type Config = Readonly<ReturnType<typeof readConfig>>;

export const environmentNames = Object.keys(environment.fields);

export class ConfigError extends Error {}

/**
 * Parses the environment once.
 * @throws ConfigError naming every variable that is wrong, all at once.
 */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const given = Object.fromEntries(environmentNames.map((name) => [name, env[name] === "" ? undefined : env[name]]));
  if (given.S3_BUCKET && !(given.S3_ACCESS_KEY_ID && given.S3_SECRET_ACCESS_KEY)) {
    throw new ConfigError("S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.");
  }
  if (Boolean(given.APP_DATABASE_URL) !== Boolean(given.WORKER_DATABASE_URL)) {
    throw new ConfigError("APP_DATABASE_URL and WORKER_DATABASE_URL go together: set both or none.");
  }
  if (given.APP_DATABASE_URL && !given.DATABASE_URL) {
    throw new ConfigError("APP_DATABASE_URL and WORKER_DATABASE_URL need DATABASE_URL, the owner's: it migrates.");
  }
  if (given.STRIPE_SECRET_KEY && !given.STRIPE_WEBHOOK_SECRET) {
    throw new ConfigError("STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET: without it no payment could be believed.");
  }
  try {
    const value = environment.validateSync(given, { abortEarly: false, stripUnknown: true });
    return Object.freeze({
      port: value.PORT,
      host: value.HOST ?? null,
      dataDir: resolve(value.DATA_DIR),
      databaseUrl: value.DATABASE_URL ?? null,
      databaseLogins:
        value.APP_DATABASE_URL && value.WORKER_DATABASE_URL
          ? { portal_app: value.APP_DATABASE_URL, portal_worker: value.WORKER_DATABASE_URL }
          : null,
      redisUrl: value.REDIS_URL ?? null,
      s3: value.S3_BUCKET
        ? {
            endpoint: value.S3_ENDPOINT,
            region: value.S3_REGION,
            bucket: value.S3_BUCKET,
            accessKeyId: value.S3_ACCESS_KEY_ID ?? "",
            secretAccessKey: value.S3_SECRET_ACCESS_KEY ?? "",
          }
        : null,
      smtpUrl: value.SMTP_URL ?? null,
      mailFrom: value.MAIL_FROM,
      stripe: value.STRIPE_SECRET_KEY
        ? { secretKey: value.STRIPE_SECRET_KEY, webhookSecret: value.STRIPE_WEBHOOK_SECRET ?? "" }
        : null,
      external404Url: value.EXTERNAL_404_URL ?? null,
      publicUrl: value.PUBLIC_URL ?? null,
      pushOrigins: originsOf(value.PUSH_ORIGINS),
      signOnOrigins: originsOf(value.SIGN_ON_ORIGINS),
      demoTodosUrl: value.DEMO_TODOS_URL,
      logLevel: value.LOG_LEVEL,
      seedDemo: value.SEED_DEMO || !value.DATABASE_URL,
      trustedProxies: value.TRUSTED_PROXIES,
      apiDocs: value.API_DOCS,
      devOutbox: value.DEV_OUTBOX ?? (value.NODE_ENV === "development" ? true : null),
      development: value.NODE_ENV === "development",
    });
  } catch (error) {
    if (error instanceof ValidationError) throw new ConfigError(error.errors.join("\n"));
    throw error;
  }
}

/** What a process gets that reads what people send: nothing but what Node.js asks for. Whoever breaks out finds no password. */
export function harmlessEnvironment(env: Record<string, string | undefined> = process.env): Record<string, string> {
  const names = ["NODE_ENV", "TZ", "LANG", "SystemRoot", "TMPDIR", "TEMP"];
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
