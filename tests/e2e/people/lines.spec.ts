import { createActingAssignment, deleteActingAssignment } from "../../../shared/people/acting/acting.contract";
import { readChart } from "../../../shared/people/org-chart/org-chart.contract";
import { updateUser } from "../../../shared/people/people/user-changes.contract";
import { nextYear } from "../support/days";
import { directionsForLayoutTests } from "../support/languages";
import { expect, test } from "../support/test";

const who = "Hiwa Osman";
const beside = "Layla Rashid";
const acts = "Anna Kowalska";

test.afterEach(async ({ signInAs }) => {
  const { api } = await signInAs("hr@acme.test");
  const { people, acting } = (await api.call(readChart)).data;
  const id = people.find(({ fullname }) => fullname === who)?.id as number;
  for (const one of acting.filter(({ user }) => user.id === id))
    await api.call(deleteActingAssignment, { params: { id: one.id } });
  await api.call(updateUser, { params: { id }, body: { dotted_ids: [] } });
});

for (const language of directionsForLayoutTests) {
  test.describe(language, () => {
    test.use({ language });

    test("a dotted line and a delegate appear live on an open chart and disappear", async ({
      signInAs,
      words: { say },
    }) => {
      test.setTimeout(60_000);
      const { page, api } = await signInAs("hr@acme.test");
      const colleague = await signInAs("employee@acme.test");
      const { people, today } = (await api.call(readChart)).data;
      const id = people.find(({ fullname }) => fullname === who)?.id as number;
      await colleague.page.goto("/organization-chart");
      await colleague.page.getByRole("button", { name: say("orgChart.expandAll") }).click();
      const box = colleague.page.locator(`#chart-${id}`);
      await expect(box).toBeVisible();
      const dashed = colleague.page.locator("path[data-dotted]");
      const before = await dashed.count();

      await page.goto(`/employees/edit/${id}`);
      await page.getByRole("combobox", { name: say("people.dotted") }).click();
      await page.getByRole("option", { name: beside, exact: true }).click();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: say("action.save"), exact: true }).click();
      await expect(page).toHaveURL(/\/employees(\?|$)/);
      await expect(dashed).toHaveCount(before + 1);
      await expect(box).toHaveAccessibleName(new RegExp(say("orgChart.dotted", { names: beside })));

      await page.goto("/organization-chart");
      await page.getByRole("button", { name: say("orgChart.expandAll") }).click();
      await page.locator(`#chart-${id}`).focus();
      await page.keyboard.press("Enter");
      const panel = page.getByRole("dialog", { name: who });
      await panel.getByRole("button", { name: say("acting.add") }).click();
      await panel.getByRole("button", { name: say("action.cancel"), exact: true }).click();
      await expect(panel.getByRole("button", { name: say("acting.add") })).toBeFocused();
      const acting = people.find(({ fullname }) => fullname === acts)?.id as number;
      await api.call(createActingAssignment, {
        body: { user_id: id, acting_id: acting, starts_on: today, ends_on: `${nextYear}-06-01` },
      });
      await expect(box).toContainText(acts);
      await panel.getByRole("button", { name: say("acting.end", { name: acts }) }).click();
      await expect(box).not.toContainText(acts);
      await expect(panel.getByRole("button", { name: say("acting.add") })).toBeFocused();
    });
  });
}
