import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { addDays, mondayOf } from "../../shared/time/days.rules";
import { readBoard } from "../../shared/tasks/tasks.contract";
import { Attachments } from "./support/attachments";
import { Board } from "./support/board";
import { TaskList } from "./support/list";
import { richProject } from "./support/demo";
import { ready } from "./support/ready";
import { TaskSheet } from "./support/task";
import { expect, test } from "./support/test";
import type { Words } from "./support/words";

/**
 * axe finds nothing on any screen, whatever is open on it, light from the left and dark from the right; and the browser
 * has nothing to complain about (an error in the console, the content security policy included, fails the test of
 * whoever has it).
 */
test.describe.configure({ mode: "parallel" });
const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];
const still = { reducedMotion: "reduce" } as const;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...still } as const;

for (const { language, theme } of [
  { language: "en", theme: "light" },
  { language: "ar", theme: "dark" },
] as const) {
  test.describe(`${language}, ${theme}`, () => {
    test.use({ language });
    const stored = { "portal.theme": theme };

    test("before signing in", async ({ casting, words }) => {
      const { page, complaints } = await casting.visitor({ language, stored, browser: still });
      const look = looker(page, words);
      await look("login", "/login");
      await look("login, refused", null, async () => {
        await page.getByRole("button", { name: words.say("login.submit"), exact: true }).click();
        await expect(page.locator("[aria-invalid=true]")).toHaveCount(2);
      });
      await look("forgot password", "/forgot-password");
      await look("reset password", "/reset-password?token=none&email=manager@acme.test", async () => {
        await page.locator("input[type=password]").first().fill("Autumn");
      });
      for (const path of ["maintenance", "400", "404", "500", "inactive", "expirePlan"]) {
        await look(path, path === "maintenance" ? "/pages/maintenance" : `/auth/${path}`);
      }
      expect(complaints).toEqual([]);
      await page.context().close();
    });

    test("the inbox and leave", async ({ cast, words }) => {
      const { page, complaints } = await cast("manager@acme.test", { stored, browser: still });
      const look = looker(page, words);
      await look("inbox", "/approvals");
      await look("inbox, rejecting", null, async () => {
        await page.getByRole("button", { name: words.say("request.reject") }).click();
      });
      await look("leave", "/leaves/list");
      await look("leave of a team", "/leaves/list?scope=team");
      await look("asking for leave", "/leaves/create");
      expect(complaints).toEqual([]);
    });

    test("dashboard, notifications and what the top bar opens", async ({ cast, words }) => {
      const person = await cast("manager@acme.test", { stored, browser: still });
      const { page, say } = person;
      const look = looker(page, words);
      await look("dashboard", "/dashboard");
      await look("bell", null, async () => {
        await page
          .getByRole("banner")
          .getByRole("button", { name: say("bell.label", { count: 0 }) })
          .click();
        await expect(page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
      });
      await leave(page);
      await look("account menu", null, async () => {
        await page.getByRole("button", { name: say("userMenu.open", { name: person.fullname }) }).click();
        await expect(page.getByRole("menu")).toBeVisible();
      });
      await leave(page);
      await look("connection", null, () =>
        page.getByRole("button", { name: say("connection.label", { status: say("connection.live") }) }).click(),
      );
      await look("notifications", "/profile/notifications");
      await look("clear all", null, () => page.getByRole("button", { name: say("notifications.clear.ask") }).click());
    });

    test("plans, for who may choose one", async ({ cast, words }) => {
      const { page, say } = await cast("admin@acme.test", { stored, browser: still });
      const look = looker(page, words);
      await page.goto("/dashboard");
      await ready(page, words);
      await look("plans", null, async () => {
        const left = say("subscription.daysLeft", { days: 26 }).replace(/[\d٠-٩]+/, "\u0000");
        await page.getByRole("button", { name: new RegExp(`^${left.replace("\u0000", "\\S+")}$`) }).click();
        await expect(page.getByRole("dialog").getByRole("heading").nth(1)).toBeVisible();
      });
      await look("plan expired", "/auth/expirePlan");
    });

    test("projects: lists, form, view, dialogs", async ({ cast, words }) => {
      const person = await cast("manager@acme.test", { stored, browser: still });
      const { page, say } = person;
      const look = looker(page, words);
      const project = await richProject(person);
      await look("cards", "/projects");
      await look("menu of a project", null, async () => {
        await page.getByRole("button", { name: say("projects.more", { title: project.title }) }).click();
        await expect(page.getByRole("menu")).toBeVisible();
      });
      await look("deleting", null, () => page.getByRole("menuitem", { name: say("projects.delete") }).click());
      await leave(page);
      await look("a filter", null, async () => {
        await page.getByRole("button", { name: say("projects.column.state"), exact: true }).click();
        await expect(page.getByRole("menu")).toBeVisible();
      });
      await leave(page);
      await look("table", null, () => page.getByText(say("projects.layout.table"), { exact: true }).click());
      await look("nothing found", "/projects?q=zzzz");
      await look("new", "/projects/create", async () => {
        await page.getByRole("button", { name: say("projectForm.create") }).click();
        await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
      });
      await look("calendar", null, async () => {
        await page.getByLabel(new RegExp(`^${say("projectForm.start")}`)).click();
        await expect(page.getByRole("table")).toBeVisible();
      });
      await leave(page);
      await look("choosing people", null, () =>
        page.getByRole("combobox", { name: say("projects.addMember") }).click(),
      );
      await look("edit", `/projects/${project.id}/edit`);
      await look("view", `/projects/${project.id}/view`);
    });

    test("a board, full and empty, with what can be open on it", async ({ cast, words, stage }) => {
      const person = await cast("manager@acme.test", { stored, browser: still });
      const { page, say } = person;
      const look = looker(page, words);
      const board = new Board(person);
      const { id } = await richProject(person);
      await look("full", `/projects/${id}/tasks`, () => board.live());
      const empty = await stage({});
      await look("empty", empty.path, () => board.live());

      const harbour = await stage({ "To do": ["Order tea"], Done: ["Paint the gate"] });
      const { key } = await harbour.task("Order tea");
      await board.open(harbour);
      await look("card menu", null, async () => {
        await board.card("Order tea").hover();
        await page.getByRole("button", { name: say("board.card.menu", { key }) }).click();
        await expect(page.getByRole("menu")).toBeVisible();
      });
      await look("deleting a task", null, () => page.getByRole("menuitem", { name: say("task.delete") }).click());
      await leave(page);
      const columnMenu = page.getByRole("dialog", { name: say("board.column.menu", { title: "To do" }) });
      await look("column menu", null, async () => {
        await board.columnMenu("To do").click();
        await expect(columnMenu).toBeVisible();
      });
      await look("deleting a column", null, () =>
        columnMenu.getByRole("button", { name: say("board.column.delete") }).click(),
      );
      await leave(page);
      await look("a filter", null, async () => {
        await page.getByRole("button", { name: new RegExp(`^${say("task.assignee")}`) }).click();
        await expect(page.getByRole("option").first()).toBeVisible();
      });
      await leave(page);
      await look("quick add", null, () =>
        page.getByRole("button", { name: say("board.column.addTask", { title: "To do" }) }).click(),
      );
      await leave(page);
      await look("a card carried by keys", null, async () => {
        await board.link("Order tea").focus();
        await page.keyboard.press("Space");
        await expect(board.announcement).not.toBeEmpty();
      });
      await page.keyboard.press("Escape");
      await look("selected cards", null, async () => {
        await board.link("Order tea").focus();
        await page.keyboard.press("x");
        await expect(page.getByRole("toolbar", { name: say("bulk.label") })).toBeVisible();
      });
      await look("a choice by key", null, async () => {
        await board.link("Order tea").focus();
        await page.keyboard.press("p");
        await expect(page.getByRole("option").first()).toBeVisible();
      });
      await leave(page);
      await look("the keys", null, async () => {
        await page.keyboard.press("?");
        await expect(page.getByRole("dialog", { name: say("keys.title") })).toBeVisible();
      });
      await look("swimlanes", `${harbour.path}?lanes=priority`, () => board.live());
    });

    test("timelines, and what can be open on them", async ({ cast, words }) => {
      const person = await cast("manager@acme.test", { stored, browser: still });
      const { page, say } = person;
      const look = looker(page, words);
      const { id } = await richProject(person);
      const bars = page.locator("[data-bar]");
      await look("all projects", "/timeline", () => expect(bars.first()).toBeVisible());
      await look("without dates, unfolded", null, async () => {
        const folds = page.getByRole("button", { name: say("timeline.finished"), exact: true });
        await folds.first().click();
      });
      await look("by person", "/timeline?by=person", () => expect(bars.first()).toBeVisible());
      await look("by tag, months", "/timeline?by=tag&zoom=month", () => expect(bars.first()).toBeVisible());
      await look("nothing found", "/timeline?q=zzzz");
      await look("a project's own, with a note", `/projects/${id}/timeline`, async () => {
        await bars.nth(4).click();
        await expect(page.getByRole("dialog", { name: say("timeline.note") })).toBeVisible();
      });
      await look("a bar carried by keys", null, async () => {
        await page.keyboard.press("Escape");
        await bars.nth(4).focus();
        await page.keyboard.press("ArrowRight");
        await expect(page.locator("[data-hand]")).toHaveCount(1);
        await page.keyboard.press("Escape");
      });
    });

    test("a task, over its board and by itself", async ({ cast, words }) => {
      const person = await cast("manager@acme.test", { stored, browser: still });
      const { page, say } = person;
      const look = looker(page, words);
      const { id } = await richProject(person);
      const { data: columns } = await person.api.call(readBoard, { params: { id } });
      const tasks = columns.flatMap((column) => column.tasks);
      const task = tasks.toSorted((a, b) => b.comment_count - a.comment_count)[0];
      if (!task) throw new Error("The demo's board is empty.");
      await look("panel", `/projects/${id}/tasks?task=${task.id}`, () =>
        expect(new TaskSheet(person).title).toHaveText(task.title),
      );
      await look("adding a subtask without a name", null, async () => {
        await page.getByRole("button", { name: say("subtask.add"), exact: true }).click();
        await page.keyboard.press("Enter");
        await expect(page.getByRole("alert")).toBeVisible();
      });
      await leave(page);
      const menu = new TaskSheet(person).root.getByRole("button", { name: say("board.card.menu", { key: task.key }) });
      await look("moving to another project", null, async () => {
        await menu.click();
        await page.getByRole("menuitem", { name: say("task.transfer") }).click();
        await expect(page.getByRole("combobox", { name: say("task.transfer.project") })).toBeVisible();
      });
      await leave(page);
      const sheet = new TaskSheet(person, "page");
      await look("page", `/project/tasks-details/${task.id}`, () => expect(sheet.title).toHaveText(task.title));
      await look("a picker", null, async () => {
        await sheet.fact(say("task.assignees")).getByRole("button").first().click();
        await expect(page.getByRole("option").first()).toBeVisible();
      });
      await leave(page);
      await look("history", null, () => sheet.root.getByRole("tab").nth(1).click());
      await look("history and comments", null, () => sheet.root.getByRole("tab").nth(2).click());
      await look("reactions to choose from", null, async () => {
        await sheet.root.getByRole("tab").first().click();
        await sheet.comments().first().hover();
        await sheet
          .comments()
          .first()
          .getByRole("button", { name: say("reaction.add") })
          .click();
        await expect(page.getByRole("button", { name: say("reaction.eyes"), exact: true })).toBeVisible();
      });
      await leave(page);
      await look("writing, with people to mention", null, async () => {
        await sheet.write();
        await page.keyboard.type("@");
        await expect(page.getByRole("option").first()).toBeVisible();
      });
      await look("archive", `/projects/${id}/archived`);
      await look("archive, with some selected", null, () =>
        page.getByRole("checkbox", { name: say("archive.chooseAll") }).click(),
      );
      await look("my work", "/my-work");
      await look("my work by project", "/my-work?of=watching&group=project");
    });

    test("attachments", async ({ cast, words }) => {
      const person = await cast("manager@acme.test", { stored, browser: still });
      const { page, say } = person;
      const look = looker(page, words);
      const { id } = await richProject(person);
      const { data: columns } = await person.api.call(readBoard, { params: { id } });
      const pictured = columns.flatMap((column) => column.tasks).find((one) => one.cover_url);
      if (!pictured) throw new Error("No card of the demo has a cover.");
      const attachments = new Attachments(person);
      await look("one refused", `/projects/${id}/tasks?task=${pictured.id}`, async () => {
        await attachments.choose({ name: "setup.exe", bytes: Buffer.from("MZ") });
        await expect(attachments.upload("setup.exe")).toContainText(say("file.type"));
      });
      await look("a picture", null, async () => {
        await attachments.root.locator("li[data-attachment]").getByRole("link").first().click();
        await expect(page.locator("[aria-modal=true] img")).toBeVisible();
      });
      await leave(page);
      await look("what may be done with one", null, async () => {
        await attachments.root.locator("[aria-haspopup=menu]").first().click();
        await expect(page.getByRole("menu")).toBeVisible();
      });
    });

    test("time tracking", async ({ cast, words }) => {
      const { page, say } = await cast("manager@acme.test", { stored, browser: still });
      const look = looker(page, words);
      await look("last seven days", "/time-tracking", () => expect(page.locator("[data-cell]").first()).toBeVisible());
      await look("a cell", null, async () => {
        const empty = page.locator("td > [data-cell][aria-haspopup=dialog]").filter({ hasNotText: /./ });
        await empty.last().click();
        await expect(page.getByRole("dialog").getByRole("textbox").first()).toBeVisible();
      });
      await leave(page);
      await look("adding a task", null, async () => {
        await page.getByRole("button", { name: say("time.addTask") }).click();
        await expect(page.getByRole("option").first()).toBeVisible();
      });
      await leave(page);
      const lastMonday = addDays(mondayOf(new Date().toISOString().slice(0, 10)), -21);
      await look("a locked week", `/time-tracking?week=${lastMonday}`, () =>
        expect(page.locator("[data-locked]").first()).toBeVisible(),
      );
    });

    test("a list, and what one edits and selects in it", async ({ cast, words, stage }) => {
      const person = await cast("manager@acme.test", { stored, browser: still });
      const { page, say } = person;
      const look = looker(page, words);
      const list = new TaskList(person);
      const { id } = await richProject(person);
      await look("full", `/projects/${id}/tasks-list?group=assignee&sort=-due_date`, () => list.live());
      const harbour = await stage({ "To do": ["Order tea", "Order cups"] });
      await list.open(harbour);
      await look("choosing people in a cell", null, async () => {
        await (await list.cell("Order tea", "assignee")).click();
        await expect(page.getByRole("option").first()).toBeVisible();
      });
      await leave(page);
      await look("a day in a cell", null, async () => {
        await (await list.cell("Order tea", "due_date")).click();
        await expect(page.getByRole("table")).toBeVisible();
      });
      await leave(page);
      await look("selected", null, async () => {
        await list.tick("Order tea");
        await expect(list.bar).toBeVisible();
      });
      await list.table.getByRole("button", { name: say("list.addTo", { name: "To do" }) }).click();
      await look("adding", null, () => expect(list.table.getByRole("textbox")).toBeFocused());
    });

    test("a list, its columns and filters", async ({ cast, words, stage }) => {
      const person = await cast("manager@acme.test", { stored, browser: still });
      const { page, say } = person;
      const look = looker(page, words);
      const harbour = await stage({ "To do": ["Order tea", "Order cups"] });
      await new TaskList(person).open(harbour);
      await look("every column", null, async () => {
        await page.getByRole("button", { name: say("list.columns"), exact: true }).click();
        const menu = page.getByRole("dialog", { name: say("list.columns") });
        const hidden = menu.getByRole("checkbox", { checked: false });
        while ((await hidden.count()) > 0) await hidden.first().click();
      });
      await leave(page);
      await look("filters", null, async () => {
        await page.getByRole("button", { name: say("filter.add"), exact: true }).click();
        await expect(page.getByRole("menu")).toBeVisible();
      });
      await look("nothing matches", `${harbour.path}-list?q=zzzz`);
      await look("empty", `${(await stage({})).path}-list`);
    });

    test("on a phone", async ({ cast, words }) => {
      const person = await cast("manager@acme.test", { stored, browser: phone });
      const { page, say } = person;
      const look = looker(page, words);
      const { id } = await richProject(person);
      await look("dashboard", "/dashboard");
      await look("menu", null, async () => {
        await page.getByRole("button", { name: say("menu.menu"), exact: true }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
      });
      await look("projects", "/projects");
      await look("board", `/projects/${id}/tasks`);
      await look("panel", null, () => page.locator("[data-card-link]").first().tap());
      await look("list", `/projects/${id}/tasks-list`, () => new TaskList(person).live());
      await look("notifications", "/profile/notifications");
      await look("my work", "/my-work");
      await look("time tracking", "/time-tracking");
      await look("timeline", `/projects/${id}/timeline`, () => expect(page.locator("[data-timeline]")).toBeVisible());
    });
  });
}

/** Closes what is open on top. */
async function leave(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.locator("[role=menu], [role=listbox], [aria-modal=true]").filter({ visible: true })).toHaveCount(0);
}

/** Opens a screen (or goes on with the one that is open), does something there, and asks axe. */
function looker(page: Page, words: Words) {
  return async (name: string, path: string | null, then?: () => Promise<unknown>): Promise<void> => {
    await test.step(name, async () => {
      if (path) {
        await page.goto(path);
        await ready(page, words);
      }
      await then?.();
      await ready(page, words);
      const { violations } = await new AxeBuilder({ page }).withTags(wcag).analyze();
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
      );
      expect.soft(found, name).toEqual([]);
    });
  };
}
