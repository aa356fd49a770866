import { listUsers } from "../../../shared/people/people/users.contract";
import { updateUser } from "../../../shared/people/people/user-changes.contract";
import { axeChecker } from "../support/axe";
import { directionsForLayoutTests } from "../support/languages";
import { expect, test } from "../support/test";

/** A user that other tests don't change, as that would make the version stale. */
const who = "Bahar Ahmed";

for (const language of directionsForLayoutTests) {
  test.describe(language, () => {
    test.use({ language, contextOptions: { reducedMotion: "reduce" } });

    test("a preview opens next to the list, updates live and returns the focus", async ({ signInAs, words }) => {
      test.setTimeout(60_000);
      const { say } = words;
      const hr = await signInAs("hr@acme.test");
      const colleague = await signInAs("employee@acme.test");
      const { data } = await hr.api.call(listUsers, { query: { q: who } });
      const { id, location } = data[0] as { id: number; location: string | null };
      const { page } = hr;
      const table = page.getByRole("table", { name: say("title.employees") });
      const opener = page.getByRole("button", { name: say("people.previewOf", { name: who }) });
      const preview = page.getByRole("complementary", { name: who });

      await page.goto("/employees");
      await table
        .getByRole("row")
        .filter({ hasText: who })
        .getByRole("rowheader")
        .click({ position: { x: 4, y: 4 } });
      await expect(preview).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`person=${id}`));
      await expect(opener).toHaveAttribute("aria-expanded", "true");
      await expect(preview.getByRole("region", { name: say("people.leaveLeft") })).toBeVisible();
      await axeChecker(page, words)("the preview", null);

      await hr.api.call(updateUser, { params: { id }, body: { location: "Duhok" } });
      await expect(preview.getByText("Duhok")).toBeVisible();

      await page.keyboard.press("j");
      await expect(preview).toHaveCount(0);
      const next = page.locator("aside h2");
      await expect(next).not.toHaveText(who);
      await page.keyboard.press("k");
      await expect(preview).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(preview).toHaveCount(0);
      await expect(opener).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(preview).toBeVisible();
      await preview.getByRole("link", { name: say("orgChart.profile") }).click();
      await expect(page.getByRole("heading", { name: who, level: 1 })).toBeVisible();
      await expect(page.getByRole("region", { name: say("people.leaveLeft") })).toBeVisible();
      await hr.api.call(updateUser, { params: { id }, body: { location } });

      const urls: string[] = [];
      colleague.page.on("request", (request) => urls.push(new URL(request.url()).pathname));
      const manager = (await hr.api.call(listUsers, { query: { q: "Amira Haddad" } })).data[0]?.id;
      await colleague.page.goto(`/employees?person=${manager}`);
      await expect(colleague.page.getByRole("complementary", { name: "Amira Haddad" })).toBeVisible();
      await expect(colleague.page.getByRole("region", { name: say("people.leaveLeft") })).toHaveCount(0);
      expect(urls.filter((path) => path.endsWith("/leave/balance"))).toEqual([]);
    });
  });
}

test("on a phone a row opens the person's page instead of a preview", async ({ signInAs }) => {
  const { page } = await signInAs("hr@acme.test", { browser: { viewport: { width: 390, height: 844 } } });
  await page.goto("/employees?person=5");
  const row = page.getByRole("row").filter({ hasText: "Dara Aziz" });
  await expect(row).toBeVisible();
  await expect(page.locator("aside#employee-preview")).toHaveCount(0);
  await row.getByText("Product designer").click();
  await expect(page.getByRole("heading", { name: "Dara Aziz", level: 1 })).toBeVisible();
});
