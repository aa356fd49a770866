import { readFileSync } from "node:fs";
import path from "node:path";
import { languageCodes } from "../../shared/kernel/languages";
import { pages } from "./pages";

interface Screen {
  path: string;
  title: string;
}

const screens: readonly Screen[] = pages.flatMap(({ path: where, title }) =>
  typeof title === "string"
    ? [{ path: where, title }]
    : Object.entries(title).map(([mode, id]) => ({ path: where.replace(":mode", mode), title: id })),
);

/** Addresses that show the same screen and therefore share a title. */
const sameScreen: Record<string, readonly string[]> = {
  "title.employee": ["/employees/view/:id?", "/employee/:id/view"],
  "title.task": ["/project/tasks-details/:id", "/project/tasks-details-new/:id", "/t/:id"],
  "title.analyticsProject": ["/analytics/project/:id?", "/projects/:id/analytics"],
  "title.notFound": ["/auth/404", "*"],
};

test.each(languageCodes)("no two screens share a title: %s", (language) => {
  const file = path.join(__dirname, "..", "locales", `${language}.json`);
  const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  const byTitle = new Map<string, Screen[]>();
  for (const screen of screens) {
    const words = texts[screen.title] ?? "";
    byTitle.set(words, [...(byTitle.get(words) ?? []), screen]);
  }
  const shared = [...byTitle.values()].filter((list) => {
    const sharedPaths = sameScreen[list[0]?.title ?? ""] ?? [];
    return list.length > 1 && !list.every(({ path: where }) => sharedPaths.includes(where));
  });
  expect(shared).toEqual([]);
});
