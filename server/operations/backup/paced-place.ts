import { Transform } from "node:stream";
import { type BackupPlace, chain } from "./backup-store";

/** Bytes per second, about a terabyte a day. Compressing them takes a tenth of a processor. */
const rate = 12 * 1024 * 1024;

/** Limits the rate of reads and writes of all files together, so that a backup during working hours isn't noticed. */
export function pacedPlace(place: BackupPlace): BackupPlace {
  let freeAt = 0;
  const paced = () =>
    new Transform({
      transform(chunk: Buffer, _, done) {
        const now = performance.now();
        freeAt = Math.max(freeAt, now) + (chunk.length / rate) * 1_000;
        setTimeout(done, freeAt - now, null, chunk);
      },
    });
  return {
    ...place,
    read: async (name) => chain(await place.read(name), paced()),
    write: (name, content) => place.write(name, chain(content, paced())),
  };
}
