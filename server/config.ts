import { join, resolve } from "node:path";
import { object, ValidationError } from "yup";
import { boolean, number, string } from "../shared/kernel/schemas";

/** Yup's URL rule rejects `http://localhost:8080` and host names of an internal network. */
const address = (message: string) => string().test("address", message, (text) => text === undefined || isAddress(text));

const originsOf = (list = "") =>
  list
    .split(",")
    .filter(Boolean)
    .map((text) => new URL(text).origin);

function isAddress(text: string): boolean {
  return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}

/** All violations have the same message for operators, instead of Yup's field codes. */
const numberWithin = (most: number, message: string) =>
  number().typeError(message).integer(message).min(0, message).max(most, message);

/** All environment variables. Other modules must not read `process.env`. */
const environment = object({
  PORT: numberWithin(65_535, "PORT must be a number from 0 to 65535").default(1337),
  /** Default: all addresses, or only localhost while the demo passwords are valid. */
  HOST: string(),
  /** Folder of the embedded PostgreSQL, uploaded files and outgoing mail. */
  DATA_DIR: string().default(".data"),
  /** Default: an embedded PostgreSQL in DATA_DIR. The user must own the database and may create roles. */
  DATABASE_URL: string().matches(/^postgres(ql)?:\/\//, "DATABASE_URL must start with postgres://"),
  /** URLs for the roles portal_app and portal_worker, when their passwords are managed externally. Default: derived from DATABASE_URL. */
  APP_DATABASE_URL: string().matches(/^postgres(ql)?:\/\//, "APP_DATABASE_URL must start with postgres://"),
  WORKER_DATABASE_URL: string().matches(/^postgres(ql)?:\/\//, "WORKER_DATABASE_URL must start with postgres://"),
  /** Default: queue in PostgreSQL and sockets in one process. Required for more than one process. */
  REDIS_URL: string().matches(/^rediss?:\/\//, "REDIS_URL must start with redis://"),
  S3_ENDPOINT: address("S3_ENDPOINT must be an address"),
  S3_REGION: string().default("us-east-1"),
  /** Default: files are stored in DATA_DIR. */
  S3_BUCKET: string(),
  S3_ACCESS_KEY_ID: string(),
  S3_SECRET_ACCESS_KEY: string(),
  /** Default: mails are written to DATA_DIR/outbox. */
  SMTP_URL: string().matches(/^smtps?:\/\//, "SMTP_URL must start with smtp://"),
  MAIL_FROM: string().default("Task Management <no-reply@localhost>"),
  /** Receives alarms, such as a failed backup. Default: alarms are only logged. */
  OPERATOR_EMAIL: string().email("OPERATOR_EMAIL must be an e-mail address"),
  /**
   * A folder, or `s3://bucket/prefix` with the endpoint, region and credentials of S3_*. Default: DATA_DIR/backups. Must be set for nightly
   * dumps of DATABASE_URL.
   */
  BACKUP_DIR: string().matches(/^(?!s3:)|^s3:\/\/[a-z0-9][a-z0-9.-]+(?:\/.*)?$/, {
    message: "BACKUP_DIR must be a folder or s3://bucket/prefix",
    excludeEmptyString: true,
  }),
  /** Key of encrypted backups, for an installation that doesn't have it in DATA_DIR. Several keys are separated by commas. */
  BACKUP_KEY: string(),
  /** Backups and the changes between them are kept for this many days. */
  BACKUP_DAYS: numberWithin(3_650, "BACKUP_DAYS must be a number from 1 to 3650")
    .min(1, "BACKUP_DAYS must be a number from 1 to 3650")
    .default(7),
  /** Folder of the release that ran before; it is started when an upgrade fails. Default: the process ends with the reason. */
  PREVIOUS_RELEASE: string(),
  STRIPE_SECRET_KEY: string(),
  STRIPE_WEBHOOK_SECRET: string(),
  /** Redirect target for unknown host names. Default: a built-in page. */
  EXTERNAL_404_URL: address("EXTERNAL_404_URL must be an address"),
  /** Public scheme and port for links in mails; the host is the tenant's. Default: http and PORT. */
  PUBLIC_URL: address("PUBLIC_URL must be an address"),
  /** Additional push services as comma-separated origins; those of common browsers are always allowed. */
  PUSH_ORIGINS: string().test("origins", "PUSH_ORIGINS must be addresses separated by commas", (text) =>
    (text ?? "").split(",").filter(Boolean).every(isAddress),
  ),
  /** OpenID Connect issuers in the internal network, as comma-separated origins. Other issuers must be public and use https. */
  SIGN_ON_ORIGINS: string().test("origins", "SIGN_ON_ORIGINS must be addresses separated by commas", (text) =>
    (text ?? "").split(",").filter(Boolean).every(isAddress),
  ),
  /** Servers of Planka in the internal network whose boards users may import, as comma-separated origins. Others must be public and use https. */
  IMPORT_ORIGINS: string().test("origins", "IMPORT_ORIGINS must be addresses separated by commas", (text) =>
    (text ?? "").split(",").filter(Boolean).every(isAddress),
  ),
  /** Public placeholder API read by /demo/todos. */
  DEMO_TODOS_URL: address("DEMO_TODOS_URL must be an address").default("https://jsonplaceholder.typicode.com/todos"),
  /** Address that receives traces. OpenTelemetry's other standard variables, such as OTEL_TRACES_SAMPLER, apply as well. */
  OTEL_EXPORTER_OTLP_ENDPOINT: address("OTEL_EXPORTER_OTLP_ENDPOINT must be an address"),
  LOG_LEVEL: string()
    .oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "LOG_LEVEL must be one of pino's levels")
    .default("info"),
  /** Fills an empty database with demo data. Default: with the embedded PostgreSQL. */
  SEED_DEMO: boolean().typeError("SEED_DEMO must be 0 or 1"),
  /** Number of reverse proxies in front of the server; determines whether their forwarded address headers are trusted. */
  TRUSTED_PROXIES: numberWithin(10, "TRUSTED_PROXIES must be a number from 0 to 10").default(0),
  /** Makes /docs public. Default: only for private networks. */
  API_DOCS: boolean().default(false).typeError("API_DOCS must be 0 or 1"),
  /** Shows outgoing mail at /dev/outbox. Default: on while the demo passwords are valid, and in development. */
  DEV_OUTBOX: boolean().typeError("DEV_OUTBOX must be 0 or 1"),
  NODE_ENV: string().default("production"),
});

export type Config = Readonly<ReturnType<typeof readConfig>>;

export const environmentNames = Object.keys(environment.fields);

export class ConfigError extends Error {}

/** @throws ConfigError naming all invalid variables. */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const variables = Object.fromEntries(
    environmentNames.map((name) => [name, env[name] === "" ? undefined : env[name]]),
  );
  const counterpartMessages = missingCounterparts(variables);
  try {
    const value = environment.validateSync(variables, { abortEarly: false, stripUnknown: true });
    if (counterpartMessages.length > 0) throw new ConfigError(counterpartMessages.join("\n"));
    const bucket = backupBucketOf(value.BACKUP_DIR ?? "", s3AccessOf(value));
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
      s3: value.S3_BUCKET ? { ...s3AccessOf(value), bucket: value.S3_BUCKET } : null,
      smtpUrl: value.SMTP_URL ?? null,
      mailFrom: value.MAIL_FROM,
      operatorEmail: value.OPERATOR_EMAIL ?? null,
      backup: {
        dir: bucket ? bucket.address : resolve(value.BACKUP_DIR ?? join(value.DATA_DIR, "backups")),
        bucket,
        keys: (value.BACKUP_KEY ?? "").split(",").filter((key) => key.trim() !== ""),
        days: value.BACKUP_DAYS,
        nightly: !value.DATABASE_URL || value.BACKUP_DIR !== undefined,
      },
      previousRelease: value.PREVIOUS_RELEASE ? resolve(value.PREVIOUS_RELEASE) : null,
      stripe: value.STRIPE_SECRET_KEY
        ? { secretKey: value.STRIPE_SECRET_KEY, webhookSecret: value.STRIPE_WEBHOOK_SECRET ?? "" }
        : null,
      external404Url: value.EXTERNAL_404_URL ?? null,
      publicUrl: value.PUBLIC_URL ?? null,
      pushOrigins: originsOf(value.PUSH_ORIGINS),
      signOnOrigins: originsOf(value.SIGN_ON_ORIGINS),
      importOrigins: originsOf(value.IMPORT_ORIGINS),
      demoTodosUrl: value.DEMO_TODOS_URL,
      isTraced: value.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
      logLevel: value.LOG_LEVEL,
      seedDemo: value.SEED_DEMO ?? !value.DATABASE_URL,
      trustedProxies: value.TRUSTED_PROXIES,
      apiDocs: value.API_DOCS,
      devOutbox: value.DEV_OUTBOX ?? (value.NODE_ENV === "development" ? true : null),
      development: value.NODE_ENV === "development",
    });
  } catch (error) {
    if (error instanceof ValidationError) throw new ConfigError([...error.errors, ...counterpartMessages].join("\n"));
    throw error;
  }
}

interface S3Access {
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const s3AccessOf = (value: {
  S3_ENDPOINT?: string | undefined;
  S3_REGION: string;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
}): S3Access => ({
  endpoint: value.S3_ENDPOINT,
  region: value.S3_REGION,
  accessKeyId: value.S3_ACCESS_KEY_ID ?? "",
  secretAccessKey: value.S3_SECRET_ACCESS_KEY ?? "",
});

function backupBucketOf(address: string, access: S3Access) {
  const [, bucket, folder = ""] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(address) ?? [];
  return bucket ? { address, bucket, prefix: folder && `${folder}/`, access } : null;
}

/** Returns messages for missing counterparts of variables. */
function missingCounterparts(variables: Record<string, string | undefined>): string[] {
  const messages: string[] = [];
  if (variables.S3_BUCKET && !(variables.S3_ACCESS_KEY_ID && variables.S3_SECRET_ACCESS_KEY)) {
    messages.push("S3_BUCKET requires S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.");
  }
  if (variables.BACKUP_DIR?.startsWith("s3:") && !(variables.S3_ACCESS_KEY_ID && variables.S3_SECRET_ACCESS_KEY)) {
    messages.push("A bucket in BACKUP_DIR requires S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.");
  }
  if (Boolean(variables.APP_DATABASE_URL) !== Boolean(variables.WORKER_DATABASE_URL)) {
    messages.push("Set both APP_DATABASE_URL and WORKER_DATABASE_URL, or neither.");
  }
  if (variables.APP_DATABASE_URL && !variables.DATABASE_URL) {
    messages.push(
      "APP_DATABASE_URL and WORKER_DATABASE_URL require DATABASE_URL, the owner's login that runs the migrations.",
    );
  }
  if (variables.STRIPE_SECRET_KEY && !variables.STRIPE_WEBHOOK_SECRET) {
    messages.push("STRIPE_SECRET_KEY requires STRIPE_WEBHOOK_SECRET, which verifies payment events.");
  }
  return messages;
}

/**
 * Environment for child processes that parse user content: only variables Node.js needs, so that a compromised process finds no secrets.
 */
export function environmentWithoutSecrets(
  env: Record<string, string | undefined> = process.env,
): Record<string, string> {
  const names = ["NODE_ENV", "TZ", "LANG", "SystemRoot", "TMPDIR", "TEMP"];
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

/** Search path (PATH) for system programs. */
export const programPath = (env: Record<string, string | undefined> = process.env): string => env.PATH ?? "";

/** This process's environment with the given variable unset, for another program of the product. */
export const environmentWithout = (name?: string): Record<string, string | undefined> => ({
  ...process.env,
  ...(name ? { [name]: "" } : {}),
});
