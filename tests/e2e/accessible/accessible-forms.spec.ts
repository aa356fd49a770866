import { listForms } from "../../../shared/requests/forms/form-templates.contract";
import { closeTopmost, axeChecker, reducedMotion } from "../support/axe";
import { testedLooks } from "../support/languages";
import { expect, test } from "../support/test";

test.describe.configure({ mode: "parallel" });

for (const { language, theme } of testedLooks) {
  test.describe(`${language}, ${theme}`, () => {
    test.use({ language });
    const stored = { "portal.theme": theme };

    test("axe passes on form lists, filling in and the form builder", async ({ signInAs, words }) => {
      const person = await signInAs("admin@acme.test", { stored, browser: reducedMotion });
      const { page, complaints, say } = person;
      const look = axeChecker(page, words);
      const { data: forms } = await person.api.call(listForms);
      const idOf = (title: string) => forms.find((form) => form.title === title)?.id as number;
      await look("what was asked for", "/forms/list?scope=all");
      await look("forms", "/forms/list?tab=forms");
      await look("a new form", null, () => page.getByRole("button", { name: say("forms.newForm") }).click());
      await closeTopmost(page);
      await look("which form", "/forms/create");
      await look("filling in", `/forms/create/${idOf("IT equipment")}`);
      await look("with mistakes", null, async () => {
        await page.getByRole("button", { name: say("forms.send") }).click();
        await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
      });
      await look("with a table", `/forms/create/${idOf("Business travel")}`, () =>
        page.getByRole("button", { name: say("forms.table.addRow") }).click(),
      );
      await look("building", `/forms/build/${idOf("Work from abroad")}`, async () => {
        await page.getByRole("button", { name: say("forms.editField", { name: "Country" }) }).click();
        await expect(page.getByLabel(say("forms.label"), { exact: true })).toBeVisible();
      });
      await look("preview", null, () => page.getByText(say("forms.preview"), { exact: true }).click());
      expect(complaints).toEqual([]);
    });

    test("axe passes on forms on a phone", async ({ signInAs, words }) => {
      const phone = {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        ...reducedMotion,
      } as const;
      const person = await signInAs("admin@acme.test", { stored, browser: phone });
      const look = axeChecker(person.page, words);
      const { data: forms } = await person.api.call(listForms);
      const id = forms.find(({ title }) => title === "Work from abroad")?.id as number;
      await look("list", "/forms/list?scope=all");
      await look("filling in", `/forms/create/${id}`);
      await look("building", `/forms/build/${id}`);
    });
  });
}
