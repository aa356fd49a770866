import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const texts = /\.(js|css|svg|json|txt)$/;
const quality = 9; // higher levels take half a minute and save 2 percent
const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/**
 * Stores a compressed copy of each text file of the built client, which `server/platform/http/serve-client.ts` serves. If files were
 * compressed during requests, an unauthenticated client could occupy all server threads.
 * @param {string} folder
 */
export async function packClient(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => texts.test(name));
  for (const name of names) {
    const file = path.join(folder, name);
    const text = await readFile(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
    const [br, gzipped] = await Promise.all([brotli(text, { params }), gz(text, { level: 9 })]);
    await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gzipped)]);
  }
}
