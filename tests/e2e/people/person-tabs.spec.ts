import { listUsers } from "../../../shared/people/people/users.contract";
import { paths } from "../../../client/platform/paths";
import { directionsForLayoutTests } from "../support/languages";
import { expect, test } from "../support/test";

for (const language of directionsForLayoutTests) {
  test.describe(language, () => {
    test.use({ language });

    test("a person's page has only the tabs that its reader may see", async ({ signInAs, words: { say } }) => {
      const hr = await signInAs("hr@acme.test");
      const manager = await signInAs("manager@acme.test");
      const [person] = (await hr.api.call(listUsers, { query: { q: "employee@acme.test" } })).data;
      const address = paths.employeeView(person?.id ?? 0);
      const tab = (of: typeof hr, name: string) =>
        of.page.getByRole("navigation", { name: say("people.tabs") }).getByRole("link", { name });
      const files = (of: typeof hr) => of.page.getByRole("region", { name: say("personFiles.title") });

      await hr.page.goto(address);
      await expect(tab(hr, say("profile.tab.overview"))).toHaveAttribute("aria-current", "page");
      await tab(hr, say("personFiles.title")).focus();
      await hr.page.keyboard.press("Enter");
      await expect(hr.page).toHaveURL(new RegExp(`${address}\\?tab=documents$`));
      await expect(files(hr)).toBeVisible();
      await hr.page.reload();
      await expect(tab(hr, say("personFiles.title"))).toHaveAttribute("aria-current", "page");
      await expect(files(hr)).toBeVisible();
      await expect(tab(hr, say("people.tab.performance"))).toHaveCount(0);
      await hr.page.goBack();
      await expect(tab(hr, say("profile.tab.overview"))).toHaveAttribute("aria-current", "page");

      await manager.page.goto(`${address}?tab=documents`);
      await expect(tab(manager, say("profile.tab.overview"))).toHaveAttribute("aria-current", "page");
      await expect(tab(manager, say("personFiles.title"))).toHaveCount(0);
      await tab(manager, say("people.tab.performance")).click();
      await expect(manager.page.getByText(say("performance.who"))).toBeVisible();

      await expect(tab(hr, say("people.tab.leave"))).toHaveCount(1);
      await expect(tab(hr, say("people.tab.time"))).toHaveCount(0);
      await tab(manager, say("people.tab.leave")).click();
      await expect(manager.page.getByRole("region", { name: say("people.leaveLeft") })).toBeVisible();
      await tab(manager, say("people.tab.time")).click();
      await expect(manager.page.getByRole("region", { name: say("time.grid") })).toBeVisible();
      await expect(tab(manager, say("people.tab.time"))).toHaveAttribute("aria-current", "page");
      expect([...hr.complaints, ...manager.complaints]).toEqual([]);
    });
  });
}
