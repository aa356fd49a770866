import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type KeptMail, outboxFolder } from "../../server/platform/mail";
import type { TestServer } from "./server";

/** Mails to one address, oldest first. They are written after the answer: waits until there are so many. */
export async function mailsTo(server: TestServer, address: string, atLeast = 1): Promise<KeptMail[]> {
  const folder = outboxFolder(server.platform.config);
  for (let attempt = 0; ; attempt++) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json")).sort();
    const mails = await Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8"))));
    const own = mails.filter((mail: KeptMail) => mail.to === address);
    if (own.length >= atLeast || attempt > 80) return own;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
