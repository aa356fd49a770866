import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type * as Sdk from "@aws-sdk/client-s3";
import type { Config } from "../../config";
import type { FileStore } from "./file-store";

/**
 * Timeouts in milliseconds: a store that accepts the connection and never responds must not block its callers. Without
 * `throwOnRequestTimeout` the SDK only prints a warning and keeps waiting.
 */
const requestTimeouts = { connectionTimeout: 3_000, requestTimeout: 20_000, throwOnRequestTimeout: true };

/** The SDK is large and rarely needed, so it is loaded for the first file. */
export function openS3(
  settings: Omit<NonNullable<Config["s3"]>, "bucket">,
): () => Promise<{ sdk: typeof Sdk; client: Sdk.S3Client }> {
  let opened: Promise<{ sdk: typeof Sdk; client: Sdk.S3Client }> | null = null;
  return () => {
    opened ??= import("@aws-sdk/client-s3").then((sdk) => ({
      sdk,
      client: new sdk.S3Client({
        endpoint: settings.endpoint,
        region: settings.region,
        requestHandler: requestTimeouts,
        maxAttempts: 2, // a third timeout would keep the caller waiting for a minute
        forcePathStyle: settings.endpoint !== undefined, // self-hosted stores rarely have a host name per bucket
        credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
      }),
    }));
    return opened;
  };
}

export function s3FileStore(settings: NonNullable<Config["s3"]>): FileStore {
  const open = openS3(settings);
  const Bucket = settings.bucket;
  return {
    async put(key, bytes, type) {
      const { sdk, client } = await open();
      await client.send(new sdk.PutObjectCommand({ Bucket, Key: key, Body: bytes, ContentType: type }));
    },
    async putFile(key, path, type) {
      const { sdk, client } = await open();
      const { size } = await stat(path);
      const Body = createReadStream(path);
      // No timeout while bytes are transferred.
      const options = { requestTimeout: 0 };
      await client.send(
        new sdk.PutObjectCommand({ Bucket, Key: key, Body, ContentLength: size, ContentType: type }),
        options,
      );
    },
    async get(key, range) {
      const { sdk, client } = await open();
      const Range = range ? `bytes=${range.start}-${range.end}` : undefined;
      try {
        const found = await client.send(new sdk.GetObjectCommand({ Bucket, Key: key, Range }));
        return (found.Body as NodeJS.ReadableStream | undefined) ?? null;
      } catch (error) {
        if ((error as { name?: string }).name === "NoSuchKey") return null;
        throw error;
      }
    },
    async remove(key) {
      const { sdk, client } = await open();
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: key }));
    },
  };
}
