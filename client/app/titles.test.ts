import { readFileSync } from "node:fs";
import path from "node:path";
import type { RouteObject } from "react-router-dom";
import { languageCodes } from "../../shared/kernel/languages";
import type { RouteHandle } from "./Root";
import { newsRoutes } from "./routes/news-routes";
import { blank, open, signedIn } from "./router";

interface Screen {
  path: string;
  title: string;
}

/** Every screen that the router's table has, with one entry for each mode of an address. */
function screensOf(routes: readonly RouteObject[], above: RouteHandle = {}): Screen[] {
  return routes.flatMap((route) => {
    const { title } = { ...above, ...(route.handle as RouteHandle | undefined) };
    if (route.children) return screensOf(route.children, { title });
    const where = route.path ?? "";
    if (typeof title !== "object") return [{ path: where, title: title ?? "" }];
    return Object.entries(title).map(([mode, id]) => ({ path: where.replace(":mode", mode), title: id }));
  });
}

const screens = screensOf([...signedIn, ...newsRoutes, ...blank, ...open]);
/** `/` only leads on. */
const named = screens.filter(({ path: where }) => where !== "/");

/** Several addresses of one screen: a task in its layouts, and what is shown where nothing is. */
const sameScreen: Record<string, readonly string[]> = {
  "title.employee": ["/employees/view/:id?", "/employee/:id/view"],
  "title.task": ["/project/tasks-details/:id", "/project/tasks-details-new/:id", "/t/:id"],
  "title.analyticsProject": ["/analytics/project/:id?", "/projects/:id/analytics"],
  "title.notFound": ["/auth/404", "*"],
};

test("every screen has a title", () => {
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(({ title }) => title === "")).toEqual([]);
});

test.each(languageCodes)("no two screens share a title: %s", (language) => {
  const file = path.join(__dirname, "..", "locales", `${language}.json`);
  const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  const byTitle = new Map<string, Screen[]>();
  for (const screen of named) {
    const words = texts[screen.title] ?? "";
    byTitle.set(words, [...(byTitle.get(words) ?? []), screen]);
  }
  const shared = [...byTitle.values()].filter((list) => {
    const known = sameScreen[list[0]?.title ?? ""] ?? [];
    return list.length > 1 && !list.every(({ path: where }) => known.includes(where));
  });
  expect(shared).toEqual([]);
});
