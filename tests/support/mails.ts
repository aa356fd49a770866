import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type StoredMail, outboxFolder } from "../../server/platform/mail/mail";
import type { TestServer } from "./server";
import { waitUntil } from "./wait-until";

/**
 * Mails to one address, oldest first. Mails are written after the response, so this waits for `atLeast` of them.
 * @throws on timeout, with the subjects of the mails that arrived
 */
export async function mailsTo(server: TestServer, address: string, atLeast = 1): Promise<StoredMail[]> {
  const folder = outboxFolder(server.platform.config);
  let own: StoredMail[] = [];
  const came = () => `${own.length} came${own.map(({ subject }) => `, "${subject}"`).join("")}`;
  await waitUntil(
    () => `${atLeast} mails to ${address}; ${came()}`,
    async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json")).sort();
      const mails = await Promise.all(
        names.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8"))),
      );
      own = mails.filter((mail: StoredMail) => mail.to === address);
      return own.length >= atLeast;
    },
  );
  return own;
}
