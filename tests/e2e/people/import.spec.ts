import { deleteUser } from "../../../shared/people/people/user-changes.contract";
import { listUsers } from "../../../shared/people/people/users.contract";
import { directionsForLayoutTests } from "../support/languages";
import { expect, test } from "../support/test";

const added: number[] = [];
test.afterEach(async ({ signInAs }) => {
  const { api } = await signInAs("admin@acme.test");
  for (const id of added.splice(0)) await api.call(deleteUser, { params: { id } });
});

for (const language of directionsForLayoutTests) {
  test.describe(language, () => {
    test.use({ language });

    test("a file with an error imports no user, and the corrected file appears live", async ({
      signInAs,
      words: { say },
    }) => {
      test.setTimeout(60_000);
      const mark = `Zozan${Date.now() % 1_000_000}`;
      const { page, api } = await signInAs("hr@acme.test");
      const colleague = await signInAs("employee@acme.test");
      await colleague.page.goto(`/employees?q=${mark}`);
      await expect(colleague.page.getByText(say("people.noneSuch"))).toBeVisible();

      const file = (second: string) => ({
        name: "people.csv",
        mimeType: "text/csv",
        // The first column's title is unknown; the second column's is recognized in any language.
        buffer: Buffer.from(`Called;E-Mail\n${mark} One;${mark}.one@acme.test\n${mark} Two;${second}\n`),
      });
      const choose = page.locator("input[type=file]");
      const forward = page.getByRole("button", { name: say("leaving.continue") });
      await page.goto("/employees/import");
      await expect(forward).toBeDisabled();
      await choose.setInputFiles(file("nowhere"));
      await expect(page.getByRole("status").filter({ hasText: say("people.import.rows", { count: 2 }) })).toBeVisible();
      await forward.click();
      const called = page.getByRole("combobox", { name: say("people.import.columnIs", { title: "Called" }) });
      const email = page.getByRole("combobox", { name: say("people.import.columnIs", { title: "E-Mail" }) });
      await expect(email).toHaveValue(say("people.field.email"));
      await expect(called).toHaveValue("");
      await called.click();
      await page.getByRole("option", { name: say("people.field.fullname"), exact: true }).click();
      await forward.click();

      const rows = page.getByRole("list", { name: say("people.import.step.check") }).getByRole("listitem");
      const wrong = rows.filter({ hasText: "nowhere" });
      await expect(wrong).toContainText(say("field.email"));
      await expect(page.getByRole("alert")).toContainText(say("people.import.mend"));
      await expect(page.getByRole("button", { name: say("people.import.takeRight", { count: 1 }) })).toBeEnabled();
      expect((await api.call(listUsers, { query: { q: mark } })).data).toEqual([]);

      const back = page.getByRole("button", { name: say("leaving.back") });
      await back.click();
      await back.click();
      await choose.setInputFiles(file(`${mark}.two@acme.test`));
      await expect(page.getByRole("button", { name: say("people.import.another") })).toBeEnabled();
      await forward.click();
      if ((await called.inputValue()) === "") {
        await called.click();
        await page.getByRole("option", { name: say("people.field.fullname"), exact: true }).click();
      }
      await forward.click();
      await expect(rows).toHaveCount(2);
      await expect(page.getByLabel(say("people.import.invite"))).not.toBeChecked();
      await page.getByRole("button", { name: say("people.import.take", { count: 2 }) }).click();
      await expect(page.getByRole("button", { name: say("people.import.undo") })).toBeVisible();
      added.push(...(await api.call(listUsers, { query: { q: mark } })).data.map(({ id }) => id));
      expect(added).toHaveLength(2);
      for (const name of [`${mark} One`, `${mark} Two`])
        await expect(colleague.page.getByText(name).first()).toBeVisible();
    });
  });
}
