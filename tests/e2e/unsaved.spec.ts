import type { Person } from "./support/people";
import { expect, test } from "./support/test";
import { hasFocus } from "./support/wait-until-ready";

/** Escape, a click outside and the close button ask first; the typed text stays until the user discards it. */
async function expectKept(person: Person, fieldLabel: string): Promise<void> {
  const { page, say } = person;
  const field = page.getByRole("dialog").getByLabel(fieldLabel, { exact: true });
  const question = page.getByRole("dialog", { name: say("draft.leave") });
  // Typing begins only after the drawer has moved the focus into the form.
  await expect(field).toBeFocused();
  await field.fill("Tea with the harbour master");
  const closeActions = [
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(20, 400),
    () => page.locator(".mantine-Drawer-close").first().click(),
  ];
  for (const close of closeActions) {
    await close();
    // Wait until the dialog has the focus before the next Escape.
    await hasFocus(question);
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(field).toHaveValue("Tea with the harbour master");
  }
  await field.press("Escape");
  await hasFocus(question);
  await question.getByRole("button", { name: say("draft.leave.confirm") }).click();
  await expect(question).toBeHidden();
  await expect(field).toHaveCount(0);
}

test("a form in a drawer asks before it closes with unsaved text", async ({ signInAs }) => {
  const person = await signInAs("admin@acme.test");
  const { page, say } = person;
  await page.goto("/room-reservation");
  await page
    .getByRole("button", { name: say("booking.book"), exact: true })
    .first()
    .click();
  await expectKept(person, say("booking.title"));

  await page.goto("/clients");
  await page.getByRole("button", { name: say("client.new") }).click();
  await expectKept(person, say("client.fullname"));

  await page.getByRole("button", { name: say("client.new") }).click();
  await expect(page.getByLabel(say("client.fullname"), { exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByLabel(say("client.fullname"), { exact: true })).toHaveCount(0);
});
