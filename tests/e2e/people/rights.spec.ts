import { listLeave } from "../../../shared/requests/leave/requests/leave.contract";
import { listUsers } from "../../../shared/people/people/users.contract";
import { requestPath } from "../../../shared/approvals/approvals/request-paths.rules";
import { listProjects } from "../../../shared/work/projects/projects.contract";
import { endViewing } from "../../../shared/identity/viewing/viewing.contract";
import { directionsForLayoutTests } from "../support/languages";
import { expect, test } from "../support/test";

for (const language of directionsForLayoutTests) {
  test.describe(language, () => {
    test.use({ language });

    test("an administrator views the portal as another user, read-only, and returns", async ({
      signInAs,
      words: { say },
    }) => {
      // Uses a separate session, since other tests continue as administrator.
      const { page, api } = await signInAs("admin@acme.test", { ownSession: true });
      const [employee] = (await api.call(listUsers, { query: { q: "employee@acme.test" } })).data;
      const name = employee?.fullname ?? "";
      try {
        await page.goto(`/employee/${employee?.id}/view`);
        const forbidden: string[] = [];
        page.on("response", (answer) => {
          // The screen that is left may still refetch after the change.
          if (answer.status() === 403 && !/\/employee\/\d+/.test(answer.frame().url())) forbidden.push(answer.url());
        });
        await page.getByRole("button", { name: say("people.actions") }).click();
        await page.getByRole("menuitem", { name: say("viewing.beginPerson", { name }) }).click();
        const band = page.getByRole("region", { name: say("viewing.label") });
        await expect(band).toContainText(name);
        await expect(page).toHaveURL(/\/dashboard$/);
        await expect(page.getByRole("link", { name: say("title.roles") })).toHaveCount(0);
        await page.waitForLoadState("networkidle");
        await page.goto("/leaves/list");
        await expect(band).toBeVisible();
        await page.waitForLoadState("networkidle");
        expect(forbidden).toEqual([]);
        const refused = await page.evaluate(async () => {
          const answer = await fetch("/sub_task", {
            method: "POST",
            headers: {
              "content-type": "application/json",
              authorization: `Bearer ${localStorage.getItem("portal.token")}`,
            },
            body: JSON.stringify({ task_id: 1, name: "Not mine" }),
          });
          return { status: answer.status, code: (await answer.json()).code as string };
        });
        expect(refused).toEqual({ status: 403, code: "viewing.readOnly" });
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox", { name: say("palette.open") }).fill("tea");
        await expect(page.getByRole("dialog").getByText(say("problem.viewing.private"))).toBeVisible();
        await page.keyboard.press("Escape");
        await band.getByRole("button", { name: say("viewing.end") }).click();
        await expect(band).toHaveCount(0);
        await expect(page.getByRole("link", { name: say("title.roles") })).toBeVisible();
      } finally {
        await api.call(endViewing).catch(() => undefined);
      }
    });

    test("the who-can-do-this panel lists users with reasons for projects and requests", async ({
      signInAs,
      words: { say },
    }) => {
      const { page } = await signInAs("admin@acme.test");
      const manager = await signInAs("manager@acme.test");
      const panel = page.getByRole("dialog", { name: say("rights.title") });
      const answer = panel.getByRole("region", { name: say("rights.answer") });
      const ask = async (name: string) => {
        await panel.getByRole("combobox", { name: say("rights.person") }).click();
        await page.getByRole("option", { name, exact: true }).click();
        await expect(answer).toBeVisible();
      };
      const [waiting] = (await manager.api.call(listLeave, { query: { scope: "team" } })).data;
      await page.goto(requestPath({ family: "leave", id: waiting?.id ?? 0 }));
      await page
        .getByRole("link", { name: say("rights.title") })
        .first()
        .click();
      await expect(panel.getByLabel(say("rights.number"))).toHaveValue(String(waiting?.id));
      await ask(manager.user.fullname);
      await expect(answer.getByRole("listitem").filter({ hasText: say("rights.action.see") })).toContainText(
        say("rights.why.manager"),
      );

      await page.goto("/projects");
      const [project] = (await manager.api.call(listProjects)).data;
      await page.getByRole("button", { name: say("projects.more", { title: project?.title ?? "" }) }).click();
      await page.getByRole("menuitem", { name: say("rights.title") }).click();
      await ask(manager.user.fullname);
      await expect(answer.getByRole("listitem").first()).toContainText(say("rights.action.see"));
    });
  });
}
