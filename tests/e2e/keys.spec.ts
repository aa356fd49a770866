import { Board } from "./support/board";
import { typeWithIme } from "./support/ime-composition";
import { TaskList } from "./support/list";
import { demoAccounts } from "./support/people";
import { expect, test } from "./support/test";

test("list: typing in a cell edits only that cell", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea", "Order sugar", "Paint the gate"] });
  const list = await new TaskList(manager).open(harbour);
  const { page, say } = manager;
  const before = await Promise.all(["Order tea", "Order sugar", "Paint the gate"].map((title) => harbour.task(title)));

  await (await list.cell("Order tea", "estimate")).focus();
  for (const typed of ["2d", "4h", "1:30"]) {
    await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
  }
  await expect
    .poll(async () => {
      const titles = ["Order tea", "Order sugar", "Paint the gate"];
      return (await Promise.all(titles.map((title) => harbour.task(title)))).map((task) => task.estimate_minutes);
    })
    .toEqual([960, 240, 90]);
  for (const { title, complexity, priority, user_ids, task_status_id } of before)
    expect(await harbour.task(title)).toMatchObject({ complexity, priority, user_ids, task_status_id });

  await (await list.cell("Order tea", "priority")).focus();
  await page.keyboard.type(say("task.priority.high").slice(0, 3).toLowerCase());
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await harbour.task("Order tea")).priority).toBe("high");
  await expect(await list.cell("Order tea", "priority")).toBeFocused();

  await (await list.cell("Order tea", "key")).focus();
  await page.keyboard.type("imx4");
  await page.keyboard.press("Shift+A");
  await expect(page.locator(".mantine-Popover-dropdown:visible, .mantine-Combobox-dropdown:visible")).toHaveCount(0);
  expect((await harbour.task("Order tea")).user_ids).toEqual(before[0]?.user_ids);
  await expect(list.bar).toHaveCount(0);
  expect((await harbour.titles())["To do"]).toContain("Order tea");
});

test("board: a new card gets the focus, and shortcuts ignore off-screen cards", async ({ manager, newProject }) => {
  const crates = Array.from({ length: 30 }, (_, at) => `Crate ${at + 1}`);
  const harbour = await newProject({ "To do": crates, "In progress": ["Order tea"] });
  const board = await new Board(manager).open(harbour);
  const { page } = manager;

  await page.locator("[data-page-title]").focus();
  await page.keyboard.press("ArrowDown");
  await expect(board.link("Crate 1")).toBeFocused();

  await page.keyboard.press("n");
  await page.keyboard.type("Sweep the yard");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(board.link("Sweep the yard")).toBeFocused();
  await expect(board.card("Sweep the yard")).toBeInViewport();
  await page.keyboard.press("c");
  await expect.poll(async () => (await harbour.titles())["To do"]).toEqual([...crates, "Sweep the yard"]);
  await expect(board.link("Sweep the yard")).toBeFocused();

  await board
    .column("To do")
    .locator("[data-list]")
    .evaluate((list) => list.scrollTo({ top: 0 }));
  await expect(board.card("Sweep the yard")).not.toBeInViewport();
  await page.keyboard.press("Shift+A");
  await expect(board.card("Sweep the yard")).toBeInViewport();
  await expect(board.card("Sweep the yard")).toHaveCount(1);
  await page.keyboard.press("Shift+A");
  await expect(board.card("Sweep the yard")).toHaveCount(0);
  await expect.poll(async () => (await harbour.titles())["To do"]).toEqual(crates);
});

test("board: the skip link focuses the first card", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const board = await new Board(manager).open(harbour);
  const { page, say } = manager;
  await page.getByRole("link", { name: say("ui.skip") }).focus();
  await page.keyboard.press("Enter");
  await expect(board.link("Order tea")).toBeFocused();
});

test("project form: Enter adds the first match and doesn't submit", async ({ signInAs }) => {
  const manager = await signInAs(demoAccounts.manager);
  const colleague = await signInAs(demoAccounts.colleague);
  const { page, say } = manager;
  await page.goto("/projects/create");
  await page.getByLabel(say("projectForm.title")).fill("Harbour by keys");
  const picker = page.getByRole("combobox", { name: say("projects.addMember") });
  await picker.focus();
  // Mantine deselects the option in a timer after the list opens, and the browser handles very fast keys before timers.
  await expect(page.getByRole("option").nth(1)).toBeVisible();
  await page.keyboard.type(colleague.firstName.toLowerCase());
  await expect(page.getByRole("option").first()).toContainText(colleague.fullname);
  await expect(page.getByRole("option").first()).toHaveAttribute("data-combobox-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: colleague.fullname })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(
    page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.getByRole("button") }),
  ).toHaveCount(1);
  await expect(page).toHaveURL(/\/projects\/create$/);
});

test("column title: Enter and Escape that end an IME composition do nothing", async ({ manager, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const board = await new Board(manager).open(harbour);
  const { page, say } = manager;
  await board.column("To do").getByRole("heading").getByRole("button").click();
  const title = page.getByRole("textbox", { name: say("board.column.name") });
  await title.fill("");
  await typeWithIme(page, "할");
  await expect(title).toHaveValue("할");
  await title.pressSequentially(" 일");
  await page.keyboard.press("Enter");
  await expect(board.column("할 일")).toBeVisible();
});
