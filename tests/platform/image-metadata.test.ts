import sharp from "sharp";
import { multipart } from "../support/multipart";
import { jpeg, png } from "../support/sample-files";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { newBoard, requireOk } from "../work/tasks/board";
import { uploadAttachment } from "../work/attachments/attachments";

const server = testServer();

const place = {
  IFD3: { GPSLatitudeRef: "N", GPSLatitude: "36/1 11/1 28/1" },
  IFD0: { Make: "Camera", Orientation: "6" },
};
const camera = ["Exif", "Camera", "GPS", "ns.adobe.com"];
const photo = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: "teal" } })
    .jpeg()
    .withExif(place)
    .withMetadata({ orientation: 6 })
    .toBuffer();

/** The bytes of a file as a browser gets them. */
async function download({ host }: World, url: string, token?: string | null): Promise<Buffer> {
  const headers = { host, ...(token && { authorization: `Bearer ${token}` }) };
  const served = await server.app.inject({ url, headers });
  expect(served.statusCode).toBe(200);
  return served.rawPayload;
}

async function expectClean(bytes: Buffer, width: number, height: number): Promise<void> {
  for (const word of camera) expect(bytes.includes(word, 0, "latin1")).toBe(false);
  const found = await sharp(bytes).metadata();
  expect(found).toMatchObject({ width, height });
  expect([found.exif, found.xmp, found.iptc, found.orientation]).toEqual([undefined, undefined, undefined, undefined]);
}

test("a photo that can't be decoded is refused when it has metadata", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const whole = await photo(400, 300);
  const cut = whole.subarray(0, whole.length - Math.round(whole.length / 4));
  expect(
    (await uploadAttachment(board.member, board.tasks[0]?.[0] as number, { bytes: cut, name: "a.jpg" })).status,
  ).toBe(422);
});

test("a logo is served upright and without the place where it was taken", async () => {
  const world = await server.world();
  const sent = await photo();
  expect(sent.includes("Exif")).toBe(true);
  const form = multipart([{ name: "logo", filename: "logo.jpg", value: sent }]);
  const saved = await world.api(world.admin).post("/tenant/logo", form.payload, { headers: form.headers });
  await expectClean(await download(world, requireOk(saved).body.data.logo as string), 20, 40);
});

test("attached photos lose their metadata, and other pictures keep their bytes", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const attached = async (bytes: Buffer, name: string) => {
    const answer = await uploadAttachment(board.member, board.tasks[0]?.[0] as number, { bytes, name });
    return download(world, requireOk(answer).body.data.file.url as string, board.people.viewer.token);
  };
  await expectClean(await attached(await photo(), "photo.jpg"), 20, 40);
  const screenshot = await sharp(png(30, 10)).withExif(place).png().toBuffer();
  await expectClean(await attached(screenshot, "a.png"), 30, 10);
  const plain = await jpeg();
  expect((await attached(plain, "plain.jpg")).equals(plain)).toBe(true);
});
