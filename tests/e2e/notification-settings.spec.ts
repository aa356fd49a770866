import { expect, test } from "./support/test";

test("notification settings save on change and sync across tabs", async ({ signInAs }) => {
  const nora = await signInAs("nora.lindqvist@acme.test");
  const { page, say } = nora;
  await page.goto("/profile/notifications/settings");
  const mail = (at: typeof page) =>
    at.getByLabel(
      say("notifySettings.way", { topic: say("notification.topic.moved"), way: say("notifySettings.email") }),
    );
  const other = await nora.openTab();
  await other.goto("/profile/notifications/settings");
  await expect(mail(other)).toBeVisible();
  const before = await mail(page).inputValue();
  const nextCadence = before === "weekly" ? "daily" : "weekly";
  await mail(page).selectOption(nextCadence);
  await expect(mail(other)).toHaveValue(nextCadence);
  await page.reload();
  await expect(mail(page)).toHaveValue(nextCadence);
  await mail(page).selectOption(before);
  await expect(mail(other)).toHaveValue(before);
});
