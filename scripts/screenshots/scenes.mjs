import { dragCardOverSlot, waitUntilSettled } from "./stage.mjs";

/**
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {import("./stage.mjs").Person} Person
 * @typedef {"visitor" | "administrator"} Who the manager where it isn't said
 * @typedef {(page: Page, other: Person) => Promise<unknown>} Act
 * @typedef {{ by?: Who, wide?: boolean, show: Act, over?: Act }} Scene `over` puts back what it changed
 */

/**
 * Scenes for every screen, including its dialogs and menus.
 * @param {import("./stage.mjs").BoardFacts} board
 * @returns {Record<string, Scene>}
 */
export function scenes(board) {
  const [, todo, doing] = board;
  /** @type {(to: string) => Scene} */
  const go = (to) => ({ show: (page) => page.goto(to) });
  /** @type {(to: string) => Scene} */
  const visit = (to) => ({ ...go(to), by: "visitor" });
  /** @type {(to: string, then: Act, by?: Who) => Scene} */
  const after = (to, then, by) => ({
    by,
    show: async (page, other) => {
      await page.goto(to);
      await waitUntilSettled(page);
      await then(page, other);
    },
  });
  const tasks = `/projects/${board.projectId}/tasks`;
  const task = doing.tasks[0].id;
  return {
    login: visit("/login"),
    "login-refused": after(
      "/login",
      async (page) => {
        await page.locator("input[type=email]").fill("nobody@acme.test");
        await page.locator("input[type=password]").fill("wrong");
        await page.locator("button[type=submit]").click();
        await page.locator("[aria-invalid=true], [role=alert]").first().waitFor();
      },
      "visitor",
    ),
    "forgot-password": visit("/forgot-password"),
    "reset-password": after(
      "/reset-password?token=none&email=manager%40acme.test",
      (page) => page.locator("input[type=password]").first().fill("Autumn12"),
      "visitor",
    ),
    maintenance: visit("/pages/maintenance"),
    "error-400": visit("/auth/400"),
    "error-404": visit("/auth/404"),
    "error-500": visit("/auth/500"),
    inactive: visit("/auth/inactive"),
    "plan-expired": go("/auth/expirePlan"),
    dashboard: go("/dashboard"),
    projects: after("/projects", (page) => page.locator("main article").first().waitFor()),
    "projects-table": {
      ...after("/projects", async (page) => {
        await page.locator("main label").nth(1).click();
        await page.locator("main table").waitFor();
      }),
      over: (page) => page.evaluate(() => localStorage.removeItem("portal.projects-view")),
    },
    "project-menu": after("/projects", (page) => page.locator("main article [aria-haspopup=menu]").first().click()),
    "project-create": go("/projects/create"),
    "project-edit": go(`/projects/${board.projectId}/edit`),
    "project-view": go(`/projects/${board.projectId}/view`),
    inbox: go("/approvals"),
    "inbox-sent": go("/approvals?tab=sent"),
    finance: go("/invoices/list"),
    "finance-new": go("/invoices/create"),
    forms: go("/forms/list"),
    delegation: go("/profile/delegate-access"),
    security: go("/profile/security"),
    "security-log": { ...go("/settings/security-log"), by: "administrator" },
    "sign-in-rules": { ...go("/settings/sign-in"), by: "administrator" },
    "approval-rules": { ...go("/settings/approvals"), by: "administrator" },
    leave: go("/leaves/list"),
    "leave-team": go("/leaves/list?scope=team"),
    "leave-new": go("/leaves/create"),
    "my-work": go("/my-work"),
    time: go("/time-tracking"),
    timeline: go("/timeline"),
    "timeline-person": go("/timeline?by=person"),
    list: go(`${tasks}-list`),
    "notification-settings": go("/profile/notifications/settings"),
    "board-lanes": go(`${tasks}?lanes=assignee`),
    "board-keys": after(tasks, (page) => page.keyboard.press("?")),
    board: go(tasks),
    "board-live": {
      ...after(tasks, async (page, other) => {
        await other.page.locator(`[data-task="${task}"] [data-card-link]`).click();
        await page.locator(`[data-task="${task}"][data-read]`).waitFor();
        await dragCardOverSlot(other.page, todo.tasks[1].id, doing.id, 2);
        await page.locator("[data-held]").waitFor();
      }),
      over: (_page, { page }) => page.keyboard.press("Escape"),
    },
    "board-dragging": {
      ...after(tasks, (page) => dragCardOverSlot(page, todo.tasks[1].id, doing.id, 1)),
      over: (page) => page.keyboard.press("Escape"),
    },
    "board-filtered": go(`${tasks}?q=a&priority=high,medium`),
    "board-quick-add": after(tasks, (page) => page.keyboard.press("n")),
    "board-card-menu": after(tasks, async (page) => {
      await page.locator(`[data-task="${task}"]`).hover();
      await page.locator(`[data-task="${task}"] [aria-haspopup=menu]`).click();
      await page.getByRole("menu").waitFor();
    }),
    "board-column-menu": after(tasks, async (page) => {
      await page.locator(`[data-column="${todo.id}"] header button`).last().click();
      await page.locator("[data-portal] button").first().waitFor();
    }),
    "board-offline": {
      ...after(tasks, async (page) => {
        await page.context().setOffline(true);
        await page.locator(`[data-task="${task}"]`).hover();
        await page.locator(`[data-task="${task}"] [aria-haspopup=menu]`).click();
        await page.getByRole("menuitem").nth(1).click();
        await page.locator("[data-waiting]").waitFor({ timeout: 20_000 });
      }),
      over: (page) => page.context().setOffline(false),
    },
    "task-panel": after(`${tasks}?task=${task}`, (page) => page.locator("[data-task-title]").waitFor()),
    "task-page": after(`/project/tasks-details/${task}`, (page) => page.locator("[data-task-title]").waitFor()),
    archive: go(`/projects/${board.projectId}/archived`),
    notifications: go("/profile/notifications"),
    bell: after("/dashboard", async (page) => {
      await page.locator("header [aria-haspopup=dialog]").nth(1).click();
      await page.locator("[role=dialog] li").first().waitFor();
    }),
    "user-menu": after("/dashboard", async (page) => {
      await page.getByRole("banner").getByRole("button").last().click();
      await page.getByRole("menu").waitFor();
    }),
    plans: {
      ...after("/dashboard", async (page) => {
        await page.getByRole("banner").locator("button[data-danger], button:not([aria-label])").first().click();
        await page.locator("[aria-modal=true] h2, [aria-modal=true] h3").first().waitFor();
      }),
      by: "administrator",
      wide: true,
    },
    "side-menu": after("/projects", async (page) => {
      const phone = (page.viewportSize()?.width ?? 0) < 768;
      await page
        .locator(phone ? "nav button[aria-expanded]" : "aside button")
        .last()
        .click();
      if (phone) await page.locator("[aria-modal=true]").waitFor();
    }),
  };
}
