import { readChart } from "../../../shared/org-chart/org-chart.contract";
import { readOnboardingTemplate } from "../../../shared/onboarding/onboarding.contract";
import { listUsers } from "../../../shared/people/users.contract";
import { leave, looker, still } from "../support/axe";
import { looks } from "../support/languages";
import { expect, test } from "../support/test";
import { tooSmall } from "../support/touch-targets";

/** What opens on the screens of people: panels of the chart, of a newcomer's list, and of rights. */
test.describe.configure({ mode: "parallel" });
const sizes = {
  desk: { viewport: { width: 1280, height: 800 }, ...still },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...still },
} as const;

for (const { language, theme } of looks) {
  test.describe(`${language}, ${theme}`, () => {
    test.use({ language });
    for (const [size, browser] of Object.entries(sizes)) {
      test(`vacancies, who acts, one task of a newcomer, and who can do this, on a ${size}`, async ({
        cast,
        words,
      }) => {
        test.setTimeout(90_000);
        const { say } = words;
        const { page, api, complaints } = await cast("hr@acme.test", { stored: { "portal.theme": theme }, browser });
        const see = looker(page, words, { colours: size !== "phone" });
        const look: typeof see = async (name, path, then) => {
          await see(name, path, then);
          if (size === "phone") expect.soft(await tooSmall(page), name).toEqual([]);
        };
        const { vacancies, acting } = (await api.call(readChart)).data;
        const panel = page.getByRole("dialog");
        const open = async (id: number) => {
          const item = page.locator(`#chart-${id}`);
          await item.focus();
          await page.keyboard.press("Enter");
          await expect(panel).toBeVisible();
        };
        await look("the chart", "/organization-chart");
        await look("a vacancy", null, () => open(-(vacancies[0]?.id ?? 0)));
        await leave(page);
        await look("a new vacancy", null, () => page.getByRole("button", { name: say("vacancy.new") }).click());
        await leave(page);
        await look("who acts", null, async () => {
          await open(acting[0]?.user.id ?? 0);
          await page.getByRole("button", { name: say("acting.add") }).click();
          await expect(panel.getByLabel(say("acting.from"), { exact: true })).toBeVisible();
        });
        await leave(page);

        expect((await api.call(readOnboardingTemplate)).data.tasks.length).toBeGreaterThan(0);
        const [newcomer] = (await api.call(listUsers, { query: { q: "tara.salim" } })).data;
        await look("a task of a newcomer", `/employee/${newcomer?.id}/view`, async () => {
          await page.getByRole("button", { name: say("onboarding.one.add") }).click();
          await expect(panel.getByLabel(say("onboarding.task"))).toBeVisible();
        });
        await leave(page);
        await look("who can do this", "/role-permission?thing=request&id=1", () => expect(panel).toBeVisible());
        expect(complaints).toEqual([]);
      });
    }
  });
}
