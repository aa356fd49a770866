import type { Page } from "@playwright/test";
import {
  deleteAllNotifications,
  listNotifications,
} from "../../shared/communication/notifications/notifications.contract";
import { changeNotificationSettings } from "../../shared/communication/notifications/settings.contract";
import { createComment } from "../../shared/work/comments/comments.contract";
import * as tasks from "../../shared/work/tasks/tasks.contract";
import {
  alwaysInAppTopics,
  type NotificationTopic,
  notificationTopics,
} from "../../shared/communication/notifications/notifications.topics";
import { Board } from "./support/board";
import type { Person } from "./support/people";
import { TaskSheet } from "./support/task";
import { expect, test } from "./support/test";
import type { TestProject } from "./support/test-project";

/** A user that no other test notifies. */
const receiver = "hana.novak@acme.test";
const receives = { members: [{ email: receiver, role: "member" as const }] };

/**
 * Clears the inbox after the notification of the new project has arrived, which would be counted later. Turns off all other topics that the
 * tests don't count: schedules remind of the demo data at any time, and parallel tests publish news for all users.
 */
async function clearInbox({ api }: Person, { projectId }: TestProject): Promise<void> {
  const added = { query: { kind: "project.added", project_id: projectId } } as const;
  await expect.poll(async () => (await api.call(listNotifications, added)).data.length).toBe(1);
  const counted: readonly NotificationTopic[] = ["mentions", "assigned", "comments", ...alwaysInAppTopics];
  const others = notificationTopics.filter((topic) => !counted.includes(topic));
  const topics = Object.fromEntries(others.map((topic) => [topic, { in_app: false }]));
  await api.call(changeNotificationSettings, { body: { topics: topics as Record<NotificationTopic, object> } });
  await api.call(deleteAllNotifications);
}

const bell = (page: Page, person: Person, count: number) =>
  page.getByRole("button", { name: person.say("bell.label", { count }), exact: true });

test("an assignment updates the bell in every tab", async ({ manager, signInAs, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] }, receives);
  const hana = await signInAs(receiver);
  await clearInbox(hana, harbour);
  const { page, say } = hana;
  await page.goto("/dashboard");
  const other = await hana.openTab();
  await other.goto("/projects");
  await expect(bell(page, hana, 0)).toBeVisible();
  await expect(bell(other, hana, 0)).toBeVisible();

  await new Board(manager).open(harbour);
  await new Board(manager).link("Order tea").click();
  const sheet = new TaskSheet(manager);
  await sheet.choose(manager.say("task.assignees"), hana.fullname);
  await expect(bell(page, hana, 1)).toBeVisible();
  await manager.page.keyboard.press("Escape");
  await sheet.write();
  await manager.page.keyboard.type("Can you, ");
  await sheet.mention(hana.fullname);
  await sheet.send();
  await expect(bell(page, hana, 2)).toBeVisible();
  await expect(bell(other, hana, 2)).toBeVisible();

  await bell(page, hana, 2).click();
  const dropdown = page.getByRole("dialog", { name: say("title.notifications") });
  await expect(dropdown.getByRole("listitem")).toHaveCount(2);
  const mention = dropdown.getByRole("listitem").first();
  await expect(mention).toContainText(`${manager.fullname} mentioned you`);
  await expect(dropdown.getByRole("listitem").nth(1)).toContainText(
    `${manager.fullname} assigned ${(await harbour.task("Order tea")).key} Order tea to you`,
  );
  await mention.getByRole("link").click();
  await expect(new TaskSheet(hana, "page").comments()).toContainText("Can you,");
  await expect(bell(page, hana, 1)).toBeVisible();
  await expect(bell(other, hana, 1)).toBeVisible();

  await bell(other, hana, 1).click();
  await other.getByRole("button", { name: say("notifications.readAll") }).click();
  await expect(bell(page, hana, 0)).toBeVisible();
});

test("the notification page filters, marks as read and clears notifications", async ({
  signInAs,
  newProject,
  manager,
}) => {
  const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] }, receives);
  const hana = await signInAs(receiver);
  await clearInbox(hana, harbour);
  const { page, say } = hana;
  await page.goto("/profile/notifications");
  const main = page.getByRole("main");
  await expect(main.getByText(say("notifications.none"), { exact: true })).toBeVisible();
  await expect(bell(page, hana, 0)).toBeDisabled();

  for (const title of ["Order tea", "Paint the gate"]) {
    const { id } = await harbour.task(title);
    await manager.api.call(tasks.assignTask, { params: { id }, body: { users: [hana.id] } });
  }
  const { id } = await harbour.task("Order tea");
  await manager.api.call(createComment, { body: { task_id: id, comment: "<p>Which sort?</p>" } });
  const rows = main.getByRole("list").getByRole("listitem");
  // Two assignments by the same user within minutes become one notification.
  await expect(rows).toHaveCount(2);
  await expect(bell(page, hana, 2)).toBeDisabled();
  await expect(rows.last()).toContainText("assigned you 2 tasks");
  await expect(rows.first()).toContainText(
    `commented on ${(await harbour.task("Order tea")).key} Order tea: Which sort?`,
  );

  await rows.first().hover();
  await rows
    .first()
    .getByRole("button", { name: say("notifications.markRead") })
    .click();
  await expect(bell(page, hana, 1)).toBeVisible();
  const show = page.getByRole("radiogroup", { name: say("notifications.show") });
  await show.getByText(say("notifications.show.unread"), { exact: true }).click();
  await expect(rows).toHaveCount(1);
  await show.getByText(say("notifications.show.all"), { exact: true }).click();
  await rows.first().hover();
  await rows
    .first()
    .getByRole("button", { name: say("notifications.markUnread") })
    .click();
  await expect(bell(page, hana, 2)).toBeVisible();
  await main.getByRole("button", { name: say("notifications.kind.comments") }).click();
  await expect(rows).toHaveCount(1);

  await page.getByRole("button", { name: say("notifications.clear.ask") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("notifications.clear.confirm") })
    .click();
  await expect(bell(page, hana, 0)).toBeVisible();
  await expect(rows).toHaveCount(0);
});
