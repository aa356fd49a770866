import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type KeptMail, outboxFolder } from "../../server/platform/mail/mail";
import type { TestServer } from "./server";
import { until } from "./until";

/**
 * Mails to one address, oldest first. They are written after the answer: waits until there are so many.
 * @throws when they don't come, with the subjects of those that did.
 */
export async function mailsTo(server: TestServer, address: string, atLeast = 1): Promise<KeptMail[]> {
  const folder = outboxFolder(server.platform.config);
  let own: KeptMail[] = [];
  const came = () => `${own.length} came${own.map(({ subject }) => `, "${subject}"`).join("")}`;
  await until(
    () => `${atLeast} mails to ${address}; ${came()}`,
    async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json")).sort();
      const mails = await Promise.all(
        names.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8"))),
      );
      own = mails.filter((mail: KeptMail) => mail.to === address);
      return own.length >= atLeast;
    },
  );
  return own;
}
