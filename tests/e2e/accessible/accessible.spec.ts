import type { Page } from "@playwright/test";
import { addDays, mondayOf } from "../../../shared/kernel/days";
import { TaskList } from "../support/list";
import { listFinance, readFinance } from "../../../shared/requests/finance/finance.contract";
import { listLeave } from "../../../shared/requests/leave/requests/leave.contract";
import { findRichestProject } from "../support/demo";
import { closeTopmost, axeChecker, reducedMotion } from "../support/axe";
import { testedLooks } from "../support/languages";
import { expect, test } from "../support/test";

/**
 * axe reports nothing on any screen and its dialogs, in light left-to-right and dark right-to-left. Console errors, including content
 * security policy violations, fail the test.
 */
test.describe.configure({ mode: "parallel" });
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...reducedMotion } as const;

const plansOf = (page: Page, title: string | RegExp) =>
  page.getByRole("dialog", { name: title }).getByRole("heading").first();

for (const { language, theme } of testedLooks) {
  test.describe(`${language}, ${theme}`, () => {
    test.use({ language });
    const stored = { "portal.theme": theme };

    test("axe passes on the screens before signing in", async ({ people, words }) => {
      const { page, complaints } = await people.visitor({ language, stored, browser: reducedMotion });
      const look = axeChecker(page, words);
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

    test("axe passes on the inbox and leave", async ({ signInAs, words }) => {
      const { page, complaints, api } = await signInAs("manager@acme.test", { stored, browser: reducedMotion });
      const look = axeChecker(page, words);
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

    test("axe passes on finance requests, dialogs, totals and filters", async ({ signInAs, words }) => {
      const person = await signInAs("finance@acme.test", { stored, browser: reducedMotion });
      const { page, say, api } = person;
      const look = axeChecker(page, words);
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
      await closeTopmost(page);
      await look("archiving", "/invoices/settings", async () => {
        await page.getByRole("button", { name: say("finance.archiveNow") }).click();
        await expect(page.getByRole("dialog").getByRole("button").nth(1)).toBeVisible();
      });
      await closeTopmost(page);
      await look("settling", `/invoices/view/${open?.id}`, async () => {
        await page.getByRole("button", { name: say("finance.settle"), exact: true }).click();
        await page.getByRole("button", { name: say("finance.settle.addReceipt") }).click();
      });
      // An approver can't pay what they approved, so another user pays.
      const payer = await signInAs("mei.tanaka@acme.test", { stored, browser: reducedMotion });
      const approved = await Promise.all(
        paid
          .filter(({ status }) => status === "approved")
          .map(({ id }) => payer.api.call(readFinance, { params: { id } })),
      );
      const advance = approved.find(({ data }) => data.can.pay)?.data;
      await axeChecker(payer.page, words)("paying", `/invoices/view/${advance?.id}`, () =>
        payer.page.getByRole("button", { name: say("finance.pay"), exact: true }).click(),
      );
    });

    test("axe passes on approval rules", async ({ signInAs, words }) => {
      const { page, complaints } = await signInAs("admin@acme.test", { stored, browser: reducedMotion });
      const look = axeChecker(page, words);
      await look("approval rules", "/settings/approvals?of=finance");
      await look("a new rule", null, async () => {
        await page.getByRole("button", { name: words.say("rules.add") }).click();
        await page.getByRole("button", { name: words.say("rules.step.add") }).click();
      });
      expect(complaints).toEqual([]);
    });

    test("axe passes on the dashboard, notifications and top bar menus", async ({ signInAs, words }) => {
      const person = await signInAs("manager@acme.test", { stored, browser: reducedMotion });
      const { page, say } = person;
      const look = axeChecker(page, words);
      await look("dashboard", "/dashboard");
      await look("bell", null, async () => {
        await page
          .getByRole("banner")
          .getByRole("button", { name: say("bell.label", { count: 0 }) })
          .click();
        await expect(page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
      });
      await closeTopmost(page);
      await look("account menu", null, async () => {
        await page.getByRole("button", { name: say("userMenu.open", { name: person.fullname }) }).click();
        await expect(page.getByRole("menu")).toBeVisible();
      });
      await closeTopmost(page);
      await look("connection", null, () =>
        page.getByRole("button", { name: say("connection.label", { status: say("connection.live") }) }).click(),
      );
      await look("notifications", "/profile/notifications");
      await look("clear all", null, () => page.getByRole("button", { name: say("notifications.clear.ask") }).click());
      await closeTopmost(page);
      await look("notification settings", "/profile/notifications/settings");
      await look("unsubscribing", "/notification/unsubscribe?token=none");
    });

    test("axe passes on plans for users who may choose one", async ({ signInAs, words }) => {
      const { page, say } = await signInAs("admin@acme.test", { stored, browser: reducedMotion });
      const look = axeChecker(page, words);
      await look("subscriptions", "/subscriptions");
      await look("plans", null, async () => {
        await page.getByRole("button", { name: say("subscription.compare") }).click();
        await expect(plansOf(page, say("pricing.title"))).toBeVisible();
      });
    });

    for (const [who, email] of [
      ["who may choose one", "admin@globex.test"],
      ["who asks the administrator", "ben.adeyemi@globex.test"],
    ] as const) {
      test(`axe passes on the plans dialog of a locked feature, for ${who}`, async ({ signInAs, words }) => {
        const { page, say } = await signInAs(email, { stored, browser: reducedMotion });
        const feature = new RegExp(say("feature.payment"));
        await axeChecker(page, words)("plans, a feature's", "/dashboard", async () => {
          await page.getByRole("button", { name: say("menu.finance"), exact: true }).click();
          await expect(plansOf(page, feature)).toBeVisible();
        });
      });
    }

    test("axe passes on project lists, form, view and dialogs", async ({ signInAs, words }) => {
      const person = await signInAs("manager@acme.test", { stored, browser: reducedMotion });
      const { page, say } = person;
      const look = axeChecker(page, words);
      const project = await findRichestProject(person);
      await look("cards", "/projects");
      await look("menu of a project", null, async () => {
        await page.getByRole("button", { name: say("projects.more", { title: project.title }) }).click();
        await expect(page.getByRole("menu")).toBeVisible();
      });
      await look("deleting", null, () => page.getByRole("menuitem", { name: say("projects.delete") }).click());
      await closeTopmost(page);
      await look("a filter", null, async () => {
        await page.getByRole("button", { name: say("projects.column.state"), exact: true }).click();
        await expect(page.getByRole("menu")).toBeVisible();
      });
      await closeTopmost(page);
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
      await closeTopmost(page);
      await look("choosing people", null, () =>
        page.getByRole("combobox", { name: say("projects.addMember") }).click(),
      );
      await look("edit", `/projects/${project.id}/edit`);
      await look("view", `/projects/${project.id}/view`);
    });

    test("axe passes on timelines and their menus and dialogs", async ({ signInAs, words }) => {
      const person = await signInAs("manager@acme.test", { stored, browser: reducedMotion });
      const { page, say } = person;
      const look = axeChecker(page, words);
      const { id } = await findRichestProject(person);
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

    test("axe passes on time tracking", async ({ signInAs, words }) => {
      const { page, say } = await signInAs("manager@acme.test", { stored, browser: reducedMotion });
      const look = axeChecker(page, words);
      await look("last seven days", "/time-tracking", () => expect(page.locator("[data-cell]").first()).toBeVisible());
      await look("a cell", null, async () => {
        const empty = page.locator("td > [data-cell][aria-haspopup=dialog]").filter({ hasNotText: /./ });
        await empty.last().click();
        await expect(page.getByRole("dialog").getByRole("textbox").first()).toBeVisible();
      });
      await closeTopmost(page);
      await look("adding a task", null, async () => {
        await page.getByRole("button", { name: say("time.addTask") }).click();
        await expect(page.getByRole("option").first()).toBeVisible();
      });
      await closeTopmost(page);
      const lastMonday = addDays(mondayOf(new Date().toISOString().slice(0, 10)), -21);
      await look("a locked week", `/time-tracking?week=${lastMonday}`, () =>
        expect(page.locator("[data-locked]").first()).toBeVisible(),
      );
    });

    test("axe passes on screens on a phone", async ({ signInAs, words }) => {
      const person = await signInAs("manager@acme.test", { stored, browser: phone });
      const { page, say } = person;
      const look = axeChecker(page, words);
      const { id } = await findRichestProject(person);
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
