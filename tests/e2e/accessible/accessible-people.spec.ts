import { readChart } from "../../../shared/people/org-chart/org-chart.contract";
import { readOnboardingTemplate } from "../../../shared/people/onboarding/onboarding.contract";
import { listUsers } from "../../../shared/people/people/users.contract";
import { closeTopmost, axeChecker, reducedMotion } from "../support/axe";
import { testedLooks } from "../support/languages";
import { expect, test } from "../support/test";
import { findSmallTouchTargets } from "../support/touch-targets";

test.describe.configure({ mode: "parallel" });
const sizes = {
  desk: { viewport: { width: 1280, height: 800 }, ...reducedMotion },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...reducedMotion },
} as const;

for (const { language, theme } of testedLooks) {
  test.describe(`${language}, ${theme}`, () => {
    test.use({ language });
    for (const [size, browser] of Object.entries(sizes)) {
      test(`axe passes on vacancies, substitutes, onboarding and roles on a ${size}`, async ({ signInAs, words }) => {
        test.setTimeout(90_000);
        const { say } = words;
        const { page, api, complaints } = await signInAs("hr@acme.test", {
          stored: { "portal.theme": theme },
          browser,
        });
        const see = axeChecker(page, words, { colours: size !== "phone" });
        const look: typeof see = async (name, path, then) => {
          await see(name, path, then);
          if (size === "phone") expect.soft(await findSmallTouchTargets(page), name).toEqual([]);
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
        await closeTopmost(page);
        await look("a new vacancy", null, () => page.getByRole("button", { name: say("vacancy.new") }).click());
        await closeTopmost(page);
        await look("who acts", null, async () => {
          await open(acting[0]?.user.id ?? 0);
          await page.getByRole("button", { name: say("acting.add") }).click();
          await expect(panel.getByLabel(say("acting.from"), { exact: true })).toBeVisible();
        });
        await closeTopmost(page);

        expect((await api.call(readOnboardingTemplate)).data.tasks.length).toBeGreaterThan(0);
        const [newcomer] = (await api.call(listUsers, { query: { q: "tara.salim" } })).data;
        await look("a task of a newcomer", `/employee/${newcomer?.id}/view`, async () => {
          await page.getByRole("button", { name: say("onboarding.one.add") }).click();
          await expect(panel.getByLabel(say("onboarding.task"))).toBeVisible();
        });
        await closeTopmost(page);
        await look("who can do this", "/role-permission?thing=request&id=1", () => expect(panel).toBeVisible());
        expect(complaints).toEqual([]);
      });
    }
  });
}
