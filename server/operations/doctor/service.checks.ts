import { randomUUID } from "node:crypto";
import nodemailer from "nodemailer";
import { Redis } from "ioredis";
import type { Config } from "../../config";
import { needsAttention, failed, type Finding, ok, okUnless } from "./check";

/** Checks of mail, file store and Redis. */

/** Connects, greets and signs in; no mail is sent. */
export async function checkMail({ smtpUrl, dataDir }: Pick<Config, "smtpUrl" | "dataDir">): Promise<Finding[]> {
  if (!smtpUrl) {
    return [needsAttention(`mails are written to ${dataDir}/outbox and not sent`, "Set SMTP_URL to your mail server.")];
  }
  const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };
  const transport = nodemailer.createTransport({ url: smtpUrl, ...timeouts } as object);
  try {
    await transport.verify();
    return [ok(`${new URL(smtpUrl).host} accepts the connection`)];
  } finally {
    transport.close();
  }
}

/** Finds the bucket, then writes and deletes an object, because a key may lack one of these rights. */
export async function checkFileStore({ s3 }: Pick<Config, "s3">): Promise<Finding[]> {
  if (!s3) return [ok("files are stored in DATA_DIR")];
  const sdk = await import("@aws-sdk/client-s3");
  const client = new sdk.S3Client({
    endpoint: s3.endpoint,
    region: s3.region,
    forcePathStyle: s3.endpoint !== undefined,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
    maxAttempts: 1,
  });
  const object = { Bucket: s3.bucket, Key: `doctor/${randomUUID()}` };
  const steps = [
    ["find the bucket", () => client.send(new sdk.HeadBucketCommand({ Bucket: s3.bucket }))],
    ["write an object", () => client.send(new sdk.PutObjectCommand({ ...object, Body: "doctor" }))],
    ["delete an object", () => client.send(new sdk.DeleteObjectCommand(object))],
  ] as const;
  try {
    for (const [step, run] of steps) {
      await run().catch((error: Error) => {
        throw new Error(`can't ${step}: ${error.name} ${error.message}`.trim());
      });
    }
    return [ok(`bucket ${s3.bucket} can be written`)];
  } finally {
    client.destroy();
  }
}

export async function checkRedis({ redisUrl }: Pick<Config, "redisUrl">): Promise<Finding[]> {
  if (!redisUrl) return [ok("not used: one process runs everything")];
  const redis = new Redis(redisUrl, { lazyConnect: true, connectTimeout: 5_000, retryStrategy: () => null });
  let reason: Error | undefined;
  redis.on("error", (error) => (reason = error)); // its reason is more precise than that of `connect`
  try {
    await redis.connect().catch((error: Error) => {
      throw reason ?? error;
    });
    return assessRedis(await redis.info());
  } finally {
    if (redis.status !== "end") redis.disconnect();
  }
}

/** @param info the response of INFO */
export function assessRedis(info: string): Finding[] {
  const valueOf = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(info)?.[1];
  const findings: Finding[] = [];
  const policy = valueOf("maxmemory_policy");
  if (policy !== "noeviction") {
    const text = `Redis may evict jobs (maxmemory-policy is ${policy ?? "unknown"})`;
    findings.push(failed(text, "Set maxmemory-policy to noeviction in the configuration of Redis."));
  }
  if (valueOf("aof_enabled") !== "1") {
    const text = "Redis loses waiting jobs when it restarts; they are delivered seconds later, from the event log";
    findings.push(needsAttention(text, "Set appendonly to yes in the configuration of Redis."));
  }
  if (valueOf("aof_last_write_status") === "err" || valueOf("rdb_last_bgsave_status") === "err") {
    findings.push(failed("Redis can't write to its disk", "Look at the log of Redis: its disk may be full."));
  }
  return okUnless(findings, `Redis ${valueOf("redis_version")} keeps jobs`);
}
