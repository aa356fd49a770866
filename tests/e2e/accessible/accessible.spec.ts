import type { Page } from "@playwright/test";
import { addDays, mondayOf } from "../../../shared/time/days.rules";
import { TaskList } from "../support/list";
import { listFinance, readFinance } from "../../../shared/finance/finance.contract";
import { listLeave } from "../../../shared/leave/leave.contract";
import { richProject } from "../support/demo";
import { leave, looker, still } from "../support/axe";
import { looks } from "../support/languages";
import { expect, test } from "../support/test";

/**
 * axe finds nothing on any screen, whatever is open on it, light from the left and dark from the right; and the browser
 * has nothing to complain about (an error in the console, the content security policy included, fails the test of
 * whoever has it).
 */
test.describe.configure({ mode: "parallel" });
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...still } as const;

const plansOf = (page: Page, title: string | RegExp) =>
  page.getByRole("dialog", { name: title }).getByRole("heading").first();

for (const { language, theme } of looks) {
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
      const { page, complaints, api } = await cast("manager@acme.test", { stored, browser: still });
      const look = looker(page, words);
      const ofTeam = (await api.call(listLeave, { query: { scope: "team" } })).data[0]?.id;
      await look("inbox", "/approvals");
      await look("inbox, rejecting", null, async () => {
        await page.getByRole("button", { name: words.say("request.reject") }).click();
      });
      await look("inbox, two chosen", "/approvals", async () => {
        await expect(page.getByRole("article")).toBeVisible();
        await page.keyboard.press("x");
        await page.keyboard.press("j");
        await page.keyboard.press("x");
        await expect(page.getByRole("toolbar", { name: words.say("inbox.bulk") })).toBeVisible();
      });
      await look("inbox, decided", "/approvals?tab=decided");
      await look("request on paper", `/approvals/print/leave/${ofTeam}`, () =>
        expect(page.getByRole("article")).toBeVisible(),
      );
      await look("delegation", "/profile/delegate-access");
      await look("leave", "/leaves/list");
      await look("leave of a team", "/leaves/list?scope=team");
      await look("asking for leave", "/leaves/create");
      expect(complaints).toEqual([]);
    });

    test("finance: a request that lacks something, its dialogs, sums and filters", async ({ cast, words }) => {
      const person = await cast("finance@acme.test", { stored, browser: still });
      const { page, say, api } = person;
      const look = looker(page, words);
      const { data: paid } = await api.call(listFinance, { query: { scope: "all", archived: "all" } });
      const open = paid.find(({ settled }) => settled === false);
      await look("items that lack something", "/invoices/create", async () => {
        await page.locator('[data-cell="0 details"]').fill("");
        await page.locator('[data-cell="0 price"]').fill("");
        await page.getByRole("button", { name: say("finance.send") }).click();
        await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
      });
      await look("a sum", "/invoices/list?scope=all", async () => {
        await page
          .getByRole("button", { name: say("finance.whyThisSum") })
          .first()
          .click();
        await expect(page.getByRole("dialog")).toBeVisible();
      });
      await leave(page);
      await look("archiving", null, async () => {
        await page.getByRole("button", { name: say("finance.archiveNow") }).click();
        await expect(page.getByRole("dialog").getByRole("button").nth(1)).toBeVisible();
      });
      await leave(page);
      await look("settling", `/invoices/view/${open?.id}`, async () => {
        await page.getByRole("button", { name: say("finance.settle"), exact: true }).click();
        await page.getByRole("button", { name: say("finance.settle.addReceipt") }).click();
      });
      // Somebody else pays what this person approved.
      const payer = await cast("mei.tanaka@acme.test", { stored, browser: still });
      const approved = await Promise.all(
        paid
          .filter(({ status }) => status === "approved")
          .map(({ id }) => payer.api.call(readFinance, { params: { id } })),
      );
      const advance = approved.find(({ data }) => data.can.pay)?.data;
      await looker(payer.page, words)("paying", `/invoices/view/${advance?.id}`, () =>
        payer.page.getByRole("button", { name: say("finance.pay"), exact: true }).click(),
      );
    });

    test("approval rules", async ({ cast, words }) => {
      const { page, complaints } = await cast("admin@acme.test", { stored, browser: still });
      const look = looker(page, words);
      await look("approval rules", "/settings/approvals?of=finance");
      await look("a new rule", null, async () => {
        await page.getByRole("button", { name: words.say("rules.add") }).click();
        await page.getByRole("button", { name: words.say("rules.step.add") }).click();
      });
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
      await leave(page);
      await look("notification settings", "/profile/notifications/settings");
      await look("unsubscribing", "/notification/unsubscribe?token=none");
    });

    test("plans, for who may choose one", async ({ cast, words }) => {
      const { page, say } = await cast("admin@acme.test", { stored, browser: still });
      const look = looker(page, words);
      await look("subscriptions", "/subscriptions");
      await look("plans", null, async () => {
        await page.getByRole("button", { name: say("subscription.compare") }).click();
        await expect(plansOf(page, say("pricing.title"))).toBeVisible();
      });
      await leave(page);
      await look("plan expired", "/auth/expirePlan");
    });

    for (const [who, email] of [
      ["who may choose one", "admin@globex.test"],
      ["who asks the administrator", "ben.adeyemi@globex.test"],
    ] as const) {
      test(`plans, asked for by a feature that is locked, for ${who}`, async ({ cast, words }) => {
        const { page, say } = await cast(email, { stored, browser: still });
        const feature = new RegExp(say("feature.payment"));
        await looker(page, words)("plans, a feature's", "/dashboard", async () => {
          await page.getByRole("button", { name: say("menu.finance"), exact: true }).click();
          await expect(plansOf(page, feature)).toBeVisible();
        });
      });
    }

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
      await look("board", `/projects/${id}/tasks`);
      await look("panel", null, () => page.locator("[data-card-link]").first().tap());
      await look("list", `/projects/${id}/tasks-list`, () => new TaskList(person).live());
      await look("timeline", `/projects/${id}/timeline`, () => expect(page.locator("[data-timeline]")).toBeVisible());
    });
  });
}
