import sharp from "sharp";
const names = process.argv.slice(3);
const rows = [];
let x = 0;
const H = 760;
for (const n of names) {
  const b = await sharp(`/tmp/plans-eye/${n}.png`).resize({ height: H }).toBuffer({ resolveWithObject: true });
  rows.push({ input: b.data, left: x, top: 0 });
  x += b.info.width + 8;
}
await sharp({ create: { width: x, height: H, channels: 3, background: "#888" } })
  .composite(rows)
  .png()
  .toFile(process.argv[2]);
