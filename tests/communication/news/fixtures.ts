import type { Answer } from "../../support/api";
import type { TestServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { runWorkerAfter } from "../notifications/worker";
import { requireOk } from "../../work/tasks/board";

export const englishText = {
  language: "en",
  title: "A second dock",
  summary: "From December",
  body: "<p>Two trucks at once.</p>",
};
export const arabicText = { language: "ar", title: "رصيف ثانٍ", summary: "من ديسمبر", body: "<p>شاحنتان معًا.</p>" };

export async function newArticle(
  world: World,
  overrides: object = {},
  author: Person = world.manager,
): Promise<number> {
  return requireOk(await world.api(author).post("/news", { texts: [englishText, arabicText], ...overrides })).body.data
    .id;
}

export async function publishArticle(
  world: World,
  overrides: object = {},
  author: Person = world.manager,
): Promise<number> {
  const id = await newArticle(world, overrides, author);
  requireOk(await world.api(author).post(`/news/${id}/publish`, {}));
  return id;
}

export async function publishAndNotify(server: TestServer, world: World, overrides: object = {}): Promise<number> {
  let id = 0;
  await runWorkerAfter(server, world, async () => void (id = await publishArticle(world, overrides)));
  return id;
}

export const articleTitles = (answer: Answer): string[] =>
  requireOk(answer).body.data.map(({ title }: { title: string }) => title);
