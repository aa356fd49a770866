import { axeChecker, reducedMotion } from "../support/axe";
import { testedLooks } from "../support/languages";
import { expect, test } from "../support/test";

test.describe.configure({ mode: "parallel" });

for (const { language, theme } of testedLooks) {
  test.describe(`${language}, ${theme}`, () => {
    test.use({ language });
    const stored = { "portal.theme": theme };

    test("axe passes on leave settings", async ({ signInAs, words }) => {
      const { page, complaints, say } = await signInAs("hr@acme.test", { stored, browser: reducedMotion });
      const look = axeChecker(page, words);
      await look("leave types", "/leaves/list?tab=types");
      await look("a new leave type", "/leaves-type/create", async () => {
        await page.getByRole("button", { name: say("leaveType.block.add") }).click();
        await page.getByRole("button", { name: say("action.save") }).click();
        await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
      });
      await look("holidays", "/leaves/list?tab=holidays");
      await look("importing holidays", null, async () => {
        await page.getByRole("button", { name: say("holiday.import") }).click();
        await page.getByLabel(say("holiday.import.content")).fill("2030-01-01,New Year\n2030-02-30,Never");
        await page.getByRole("button", { name: say("holiday.import.check") }).click();
        await expect(page.getByText(say("holiday.import.new"))).toBeVisible();
      });
      await page.keyboard.press("Escape");
      await page
        .getByRole("dialog", { name: say("draft.leave") })
        .getByRole("button", { name: say("draft.leave.confirm") })
        .click();
      await look("everyone's balances", "/leaves/list?tab=balances");
      await look("why a balance", null, async () => {
        await page
          .getByRole("main")
          .getByRole("table")
          .getByRole("button", { name: /Annual leave|إجازة سنوية/ })
          .first()
          .click();
        await expect(page.getByRole("dialog").getByRole("table")).toBeVisible();
      });
      expect(complaints).toEqual([]);
    });
  });
}
