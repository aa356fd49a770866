import { updateTask } from "../../shared/work/tasks/tasks.contract";
import type { Person } from "./support/people";
import { expect, test } from "./support/test";

const resultsOf = ({ page, say }: Person) => page.getByRole("list", { name: say("palette.results") }).getByRole("link");

/** Chooses a value of a filter, which is a button named after its label and its value. */
async function choose({ page }: Person, filter: string, option: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${filter}`) }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
  await page.keyboard.press("Escape");
}

test("filters by kind, project, state and date narrow the results and the address", async ({ manager, newProject }) => {
  const [harbour, other] = [
    await newProject({ "To do": ["Samovar polish"], Done: ["Samovar repair"] }),
    await newProject({ "To do": ["Samovar elsewhere"] }),
  ];
  const repair = await harbour.task("Samovar repair");
  await harbour.owner.call(updateTask, { params: { id: repair.id }, body: { description: "<p>boiler</p>" } });
  const { page, say } = manager;
  const results = resultsOf(manager);
  await page.goto("/search?q=samovar");
  await expect(results.filter({ hasText: "Samovar" })).toHaveCount(3);

  await choose(manager, say("search.project"), harbour.title);
  await expect(results).toHaveCount(2);
  await choose(manager, say("search.state"), say("search.state.done"));
  await expect(results).toHaveText([/Samovar repair/]);
  await choose(manager, say("search.kind"), say("palette.group.people"));
  await expect(page.getByText(say("search.none", { query: "samovar" }))).toBeVisible();
  await choose(manager, say("search.kind"), say("palette.group.tasks"));
  await expect(results).toHaveText([/Samovar repair/]);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    q: "samovar",
    project: String(harbour.projectId),
    state: "done",
    group: "tasks",
  });

  await test.step("a link shows the same, and the filters can be cleared", async () => {
    await page.reload();
    await expect(results).toHaveText([/Samovar repair/]);
    await expect(page.getByRole("button", { name: new RegExp(harbour.title) })).toBeVisible();
    await page.getByRole("button", { name: say("search.clearFilters") }).click();
    await expect(results.filter({ hasText: "Samovar" })).toHaveCount(3);
    await expect(results.filter({ hasText: other.title })).toHaveCount(1);
  });

  await test.step("dates", async () => {
    await page.goto("/search?q=samovar&until=2001-01-01");
    await expect(page.getByText(say("search.none", { query: "samovar" }))).toBeVisible();
    await page.goto("/search?q=samovar&from=2001-01-01");
    await expect(results.filter({ hasText: "Samovar" })).toHaveCount(3);
  });
});

test("results are reached and opened by keyboard, and name state, key and match", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Samovar polish"] });
  const { id, key } = await harbour.task("Samovar polish");
  const { page, say } = manager;
  await page.goto("/search");
  const field = page.getByRole("textbox", { name: say("title.search"), exact: true });
  await field.focus();
  await page.keyboard.type("polish samovar");
  // The start of the text already finds the task; the address changes again when the pause after typing is over.
  await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("polish samovar");
  const row = resultsOf(manager).filter({ hasText: key });
  await expect(row).toBeVisible();
  await expect(row.locator("mark").first()).toBeVisible();
  await expect(row.getByRole("img", { name: say("board.kind.todo") })).toBeVisible();
  await expect(row).toContainText(harbour.title);
  await field.press("ArrowDown");
  await expect(resultsOf(manager).first()).toBeFocused();
  await row.press("Enter");
  await expect(page.getByRole("heading", { name: "Samovar polish" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`[?&]task=${id}`));
  await page.keyboard.press("Escape");
  await expect(row).toBeFocused();
});

test("without the network the search says so and offers to try again", async ({ manager, newProject }) => {
  await newProject({ "To do": ["Samovar polish"] });
  const { page, context, say } = manager;
  await page.goto("/search?q=samovar");
  await expect(resultsOf(manager).first()).toBeVisible();
  await context.setOffline(true);
  const field = page.getByRole("textbox", { name: say("title.search"), exact: true });
  await field.fill("samovar polish");
  await expect(page.getByText(say("search.failed"))).toBeVisible();

  await page.keyboard.press("Control+k");
  await page.keyboard.type("polish");
  const dialog = page.getByRole("dialog", { name: say("palette.title") });
  await expect(dialog.getByText(say("palette.offline"))).toBeVisible();
  await page.keyboard.press("Escape");

  await context.setOffline(false);
  await page.getByRole("button", { name: say("action.tryAgain") }).click();
  await expect(resultsOf(manager).filter({ hasText: "Samovar polish" }).first()).toBeVisible();
});
