import { listExpenses } from "../../../shared/requests/expenses/expenses.contract";
import { axeChecker, reducedMotion } from "../support/axe";
import { testedLooks } from "../support/languages";
import { png } from "../../support/sample-files";
import { expect, test } from "../support/test";
import { findSmallTouchTargets } from "../support/touch-targets";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...reducedMotion } as const;

test.describe.configure({ mode: "parallel" });

for (const { language, theme } of testedLooks) {
  test.describe(`${language}, ${theme}`, () => {
    test.use({ language });
    const stored = { "portal.theme": theme };

    for (const [size, browser] of Object.entries({ desk: reducedMotion, phone }))
      test(`axe passes on an expense claim and its form on a ${size}`, async ({ signInAs, words }) => {
        const { page, say, api } = await signInAs("finance@acme.test", { stored, browser });
        const look = axeChecker(page, words, { colours: size === "desk" });
        const check = async (name: string, path: string | null, then?: () => Promise<unknown>) => {
          await look(name, path, then);
          if (size === "phone") expect.soft(await findSmallTouchTargets(page), name).toEqual([]);
        };
        const { data: claims } = await api.call(listExpenses, { query: { scope: "all" } });
        await check("an approved claim", `/expenses/view/${claims.find(({ status }) => status === "approved")?.id}`);
        await check("a claim with errors", "/expenses/create", async () => {
          const file = { name: "receipt.png", mimeType: "image/png", buffer: png(8, 8) };
          await page.locator("input[type=file]").first().setInputFiles(file);
          await expect(page.getByRole("link", { name: "receipt.png" })).toBeVisible();
          await page.getByRole("button", { name: say("expense.send") }).click();
          await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
        });
      });
  });
}
