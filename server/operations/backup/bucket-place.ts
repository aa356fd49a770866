import path from "node:path";
import type { Readable } from "node:stream";
import type { Config } from "../../config";
import { openS3 } from "../../platform/files/files-s3";
import type { BackupPlace, StoredFile } from "./backup-store";

/** Objects are uploaded in parts of 16 MB, of which 10,000 are allowed, because their compressed size isn't known in advance. */
const partBytes = 16 * 1024 * 1024;
const partPatience = { requestTimeout: 300_000 };

/** `BACKUP_DIR=s3://bucket/prefix`, with the endpoint and credentials of the file store. */
export function bucketPlace(
  { address, bucket: Bucket, prefix, access }: NonNullable<Config["backup"]["bucket"]>,
  dataDir: string,
): BackupPlace {
  const open = openS3(access);
  const keyOf = (name: string) => prefix + name;
  const folderOf = (folder: string) => keyOf(folder === "" ? "" : `${folder}/`);

  async function* pages(folder: string, Delimiter?: string) {
    const { sdk, client } = await open();
    for (let ContinuationToken: string | undefined; ; ) {
      const request = { Bucket, Prefix: folderOf(folder), Delimiter, ContinuationToken };
      const page = await client.send(new sdk.ListObjectsV2Command(request));
      yield page;
      ContinuationToken = page.NextContinuationToken;
      if (!ContinuationToken) return;
    }
  }

  async function list(folder: string): Promise<StoredFile[]> {
    const files: StoredFile[] = [];
    for await (const { Contents = [] } of pages(folder)) {
      for (const { Key = "", Size = 0, LastModified } of Contents)
        files.push({ name: Key.slice(prefix.length), size: Size, modifiedMs: LastModified?.getTime() ?? 0 });
    }
    return files;
  }

  async function remove(name: string): Promise<void> {
    const { sdk, client } = await open();
    await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: keyOf(name) }));
  }

  return {
    address,
    lockFile: path.join(dataDir, "backup.lock"),
    prepare: async () => {},
    async assertAvailable() {
      const { sdk, client } = await open();
      await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }));
    },
    async names(folder) {
      const start = folderOf(folder).length;
      const found: string[] = [];
      for await (const { Contents = [], CommonPrefixes = [] } of pages(folder, "/")) {
        found.push(...CommonPrefixes.map(({ Prefix = "" }) => Prefix.slice(start, -1)));
        found.push(...Contents.map(({ Key = "" }) => Key.slice(start)));
      }
      return found;
    },
    list,
    async read(name) {
      const { sdk, client } = await open();
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key: keyOf(name) }));
        return Body as Readable;
      } catch (error) {
        if ((error as Error).name !== "NoSuchKey") throw error;
        throw Object.assign(new Error("no such object"), { code: "ENOENT" });
      }
    },
    async write(name, content) {
      const { sdk, client } = await open();
      const target = { Bucket, Key: keyOf(name) };
      const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
      let UploadId: string | undefined;
      try {
        for await (const { Body, isLast } of partsOf(content)) {
          if (isLast && !UploadId) {
            await client.send(new sdk.PutObjectCommand({ ...target, Body }), partPatience);
            return;
          }
          UploadId ??= (await client.send(new sdk.CreateMultipartUploadCommand(target))).UploadId;
          const PartNumber = Parts.length + 1;
          const part = new sdk.UploadPartCommand({ ...target, UploadId, PartNumber, Body });
          Parts.push({ PartNumber, ETag: (await client.send(part, partPatience)).ETag });
        }
        const complete = { ...target, UploadId, MultipartUpload: { Parts } };
        await client.send(new sdk.CompleteMultipartUploadCommand(complete), partPatience);
      } catch (error) {
        if (UploadId) await client.send(new sdk.AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => {});
        throw error;
      }
    },
    remove,
    async removeFolder(folder) {
      const files = await list(folder);
      // The manifest has already been removed, so that an interrupted deletion leaves an unfinished backup.
      for (const { name } of files) await remove(name);
    },
  };
}

async function* partsOf(content: Readable): AsyncGenerator<{ Body: Buffer; isLast: boolean }> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    if (size >= partBytes) {
      yield { Body: Buffer.concat(chunks), isLast: false };
      [chunks, size] = [[], 0];
    }
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
  }
  yield { Body: Buffer.concat(chunks), isLast: true };
}
