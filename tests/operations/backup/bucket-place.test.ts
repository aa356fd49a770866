import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { readConfig } from "../../../server/config";
import { readBytes } from "../../../server/operations/backup/backup-store";
import { openBackupPlace } from "../../../server/operations/backup/open-backup-store";
import { S3Bucket } from "../../chaos/bucket";

let bucket: S3Bucket;
beforeEach(async () => {
  bucket = await S3Bucket.open();
  bucket.pageSize = 2;
});
afterEach(() => bucket.goAway());

function placeAt(address: string) {
  const { S3_BUCKET, ...access } = bucket.env;
  return openBackupPlace(readConfig({ ...access, BACKUP_DIR: address }));
}

test("a bucket without credentials is refused", () => {
  expect(() => readConfig({ BACKUP_DIR: "s3://portal/of" })).toThrow("requires S3_ACCESS_KEY_ID");
  expect(() => readConfig({ BACKUP_DIR: "s3:portal" })).toThrow("BACKUP_DIR must be");
});

test("objects of any size are stored under the prefix and read back", async () => {
  const place = placeAt("s3://portal/of/backups/");
  const large = randomBytes(40 * 1024 * 1024);
  const chunks = Array.from({ length: 40 }, (_, at) => large.subarray(at * 1024 * 1024, (at + 1) * 1024 * 1024));
  await place.write("a/large", Readable.from(chunks));
  await place.write("a/b/empty", Readable.from([]));
  expect((await readBytes(place, "a/large")).equals(large)).toBe(true);
  expect(await readBytes(place, "a/b/empty")).toHaveLength(0);
  expect([...bucket.objects.keys()].sort()).toEqual(["/portal/of/backups/a/b/empty", "/portal/of/backups/a/large"]);
  await expect(place.read("a/none")).rejects.toMatchObject({ code: "ENOENT" });
});

test("an upload that fails leaves no object and no parts", async () => {
  const place = placeAt("s3://portal");
  async function* failing() {
    for (let part = 0; part < 3; part += 1) yield randomBytes(17 * 1024 * 1024);
    throw new Error("The disk can't be read");
  }
  await expect(place.write("a", Readable.from(failing()))).rejects.toThrow("The disk can't be read");
  expect([bucket.objects.size, bucket.parts.size]).toEqual([0, 0]);
});

test("lists more objects than a page has, and deletes a folder only", async () => {
  const place = placeAt("s3://portal/of");
  for (const name of ["a/1", "a/2", "a/b/3", "ab/4", "5"]) await place.write(name, Readable.from([Buffer.from("1")]));
  expect((await place.list("a")).map(({ name, size }) => [name, size])).toEqual([
    ["a/1", 1],
    ["a/2", 1],
    ["a/b/3", 1],
  ]);
  expect((await place.names("")).sort()).toEqual(["5", "a", "ab"]);
  expect((await place.names("a")).sort()).toEqual(["1", "2", "b"]);
  await place.removeFolder("a");
  expect((await place.names("")).sort()).toEqual(["5", "ab"]);
  expect(await place.list("none")).toEqual([]);
});
