import type { Answer } from "../support/api";
import type { TestServer } from "../support/server";
import type { Person, World } from "../support/world";
import { worked } from "../notifications/worker";
import { ok } from "../tasks/board";

export const en = {
  language: "en",
  title: "A second dock",
  summary: "From December",
  body: "<p>Two trucks at once.</p>",
};
export const ar = { language: "ar", title: "رصيف ثانٍ", summary: "من ديسمبر", body: "<p>شاحنتان معًا.</p>" };

/** An article of the manager's. */
export async function newArticle(world: World, more: object = {}, author: Person = world.manager): Promise<number> {
  return ok(await world.api(author).post("/news", { texts: [en, ar], ...more })).body.data.id;
}

/** The same, published. */
export async function published(world: World, more: object = {}, author: Person = world.manager): Promise<number> {
  const id = await newArticle(world, more, author);
  ok(await world.api(author).post(`/news/${id}/publish`, {}));
  return id;
}

/** Published, and told by the worker to whom it concerns. */
export async function told(server: TestServer, world: World, more: object = {}): Promise<number> {
  let id = 0;
  await worked(server, world, async () => void (id = await published(world, more)));
  return id;
}

export const titles = (answer: Answer): string[] => ok(answer).body.data.map(({ title }: { title: string }) => title);
