import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const texts = /\.(js|css|svg|json|txt)$/;
const quality = 9; // beyond, half a minute for two hundredths
const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/**
 * Lays each text of the built client there packed as well, which the server hands out as it is (`server/platform/http/shell.ts`).
 * Packing on the way, whoever asks for a hundred files at once kept all threads of the server busy, and megabytes of memory for
 * each that they don't read: nobody has to be somebody for that, and nobody waits in line for it.
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
