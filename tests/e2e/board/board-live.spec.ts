import { archiveTask, moveTask } from "../../../shared/work/tasks/tasks.contract";
import { Board } from "../support/board";
import { TaskSheet } from "../support/task";
import { directionsForOtherTests, directionsForLayoutTests } from "../support/languages";
import { expect, test } from "../support/test";

for (const language of directionsForLayoutTests) {
  test.describe(`two users on a board, ${language}`, () => {
    test.use({ language });

    test("a drag appears on the other user's board with the actor's name", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const crates = Array.from({ length: 24 }, (_, at) => `Crate ${at + 1}`);
      const harbour = await newProject({ "To do": ["Order tea", ...crates], "In progress": ["Paint the gate"] });
      const mine = await new Board(manager).open(harbour);
      const theirs = await new Board(colleague).open(harbour);
      await theirs.card("Crate 12").scrollIntoViewIfNeeded();
      const before = await theirs.card("Crate 12").boundingBox();
      const readings: string[] = [];
      colleague.page.on("request", (request) => {
        if (request.isNavigationRequest() || request.url().includes("task_tatus")) readings.push(request.url());
      });

      await mine.drag("Order tea", { to: "In progress", below: "Paint the gate" });

      await theirs.expectColumn("In progress", ["Paint the gate", "Order tea"]);
      const sentence = colleague.say("board.change.arrived", { name: manager.firstName });
      await expect(theirs.card("Order tea")).toContainText(sentence);
      await mine.expectColumn("In progress", ["Paint the gate", "Order tea"]);
      await expect(mine.card("Order tea")).not.toContainText(manager.firstName);
      expect((await theirs.card("Crate 12").boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
      expect(readings, "the board was read again").toEqual([]);
    });

    test("users see who is present, which task they have open and which they drag", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({
        "To do": ["Order tea", "Paint the gate"],
        "In progress": ["Call the customs"],
      });
      const mine = await new Board(manager).open(harbour);
      const theirs = await new Board(colleague).open(harbour);
      const presentUsers = mine.page.getByRole("group", { name: manager.say("board.present") });
      await expect(presentUsers.getByRole("img", { name: colleague.fullname })).toBeVisible();

      await theirs.link("Order tea").click();
      await expect(mine.card("Order tea")).toContainText(manager.say("board.hasOpen", { name: colleague.firstName }));
      const tea = await harbour.task("Order tea");
      const menu = mine
        .card("Order tea")
        .getByRole("button", { name: manager.say("board.card.menu", { key: tea.key }) });
      await expect(menu).toBeVisible();
      await new TaskSheet(colleague).close();
      await expect(mine.card("Order tea")).not.toContainText(colleague.firstName);

      await theirs.lift("Paint the gate");
      await theirs.carry({ to: "In progress", below: "Call the customs" });
      await expect(mine.card("Paint the gate")).toContainText(
        manager.say("board.isMoving", { name: colleague.firstName }),
      );
      const { key } = await harbour.task("Paint the gate");
      await expect(mine.column("In progress")).toContainText(
        manager.say("board.isMovingHere", { name: colleague.firstName, key }),
      );
      await theirs.drop();
      await mine.expectColumn("In progress", ["Call the customs", "Paint the gate"]);
      await expect(mine.card("Paint the gate")).not.toContainText(
        manager.say("board.isMoving", { name: colleague.firstName }),
      );

      await colleague.page.close();
      await expect(presentUsers).toBeHidden();
    });

    test("the second of two moves is reverted with a message that names the first user", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
      const mine = await new Board(manager).open(harbour);
      const theirs = await new Board(colleague).open(harbour);
      const { say } = manager;

      await mine.lift("Order tea");
      await mine.carry({ to: "In progress" });
      // The UI prevents dragging a card that another user drags, but a request sent just before can still move it.
      const { id } = await harbour.task("Order tea");
      await colleague.api.call(moveTask, { params: { id }, body: { task_status_id: harbour.column("Done") } });
      await theirs.expectColumn("Done", ["Order tea"]);
      await mine.drop();

      await mine.expectColumn("Done", ["Order tea"]);
      const reason = say("board.refused.movedFirst", { name: colleague.firstName, column: "Done" });
      await expect(mine.card("Order tea").getByRole("alert")).toHaveText(reason);
      await expect(mine.announcement).toHaveText(reason);
      await mine
        .card("Order tea")
        .getByRole("button", { name: say("board.refused.again") })
        .click();
      await theirs.expectColumn("In progress", ["Order tea"]);
      await expect(mine.card("Order tea").getByRole("alert")).toBeHidden();
    });

    test("a card archived by another user during a drag can be kept as a copy", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({ "To do": ["Order tea"] });
      const mine = await new Board(manager).open(harbour);
      const theirs = await new Board(colleague).open(harbour);
      const { say } = manager;

      await mine.lift("Order tea");
      await mine.carry({ to: "In progress" });
      const { id } = await harbour.task("Order tea");
      await colleague.api.call(archiveTask, { params: { id } });
      await theirs.expectColumn("To do", []);
      await mine.drop();

      const reason = say("board.refused.archived", { name: colleague.firstName });
      await expect(mine.column("In progress").getByRole("alert")).toHaveText(reason);
      await manager.page.getByRole("button", { name: say("board.refused.keepCopy") }).click();
      await theirs.expectColumn("In progress", ["Order tea"]);
    });
  });
}

for (const language of directionsForOtherTests) {
  test.describe(`two users on a board, ${language}`, () => {
    test.use({ language });

    test("edits in the panel appear in the other user's card and panel", async ({ manager, colleague, newProject }) => {
      const harbour = await newProject({ "To do": ["Order tea"] });
      const mine = await new Board(manager).open(harbour);
      const theirs = await new Board(colleague).open(harbour);
      await mine.link("Order tea").click();
      await theirs.link("Order tea").click();
      const [sheet, other] = [new TaskSheet(manager), new TaskSheet(colleague)];

      await sheet.rename("Order tea and sugar");
      await expect(other.title).toHaveText("Order tea and sugar");
      await expect(theirs.card("Order tea and sugar")).toContainText(
        colleague.say("board.change.updated", { name: manager.firstName }),
      );

      await other.choose(colleague.say("task.priority"), colleague.say("task.priority.high"));
      await expect(sheet.fact(manager.say("task.priority"))).toContainText(manager.say("task.priority.high"));
      await expect(mine.card("Order tea and sugar").getByRole("img").first()).toHaveAccessibleName(
        manager.say("task.priority.high.label"),
      );

      await sheet.choose(manager.say("task.status"), "Done");
      await theirs.expectColumn("Done", ["Order tea and sugar"]);
      await expect(other.fact(colleague.say("task.status"))).toContainText("Done");
    });

    test("comments appear live as they are written, edited and deleted", async ({ manager, colleague, newProject }) => {
      const harbour = await newProject({ "To do": ["Order tea"] });
      const task = await harbour.task("Order tea");
      await new Board(manager).open(harbour, `?task=${task.id}`);
      const theirs = await new Board(colleague).open(harbour, `?task=${task.id}`);
      const [sheet, other] = [new TaskSheet(manager), new TaskSheet(colleague)];
      const { say } = manager;

      await sheet.comment("Green or black?");
      await expect(other.comments()).toHaveCount(1);
      await expect(other.comments()).toContainText("Green or black?");
      await expect(other.comments()).toContainText(manager.fullname);
      await expect(theirs.card("Order tea")).toContainText(colleague.say("task.commentCount", { count: 1 }));

      await sheet.commentMenu("comment.edit");
      await sheet.comments().getByRole("textbox").fill("Green, please");
      await sheet
        .comments()
        .getByRole("button", { name: say("action.save") })
        .click();
      await expect(other.comments()).toContainText("Green, please");
      await expect(other.comments()).toContainText(colleague.say("comment.edited"));

      await sheet.commentMenu("comment.delete");
      await expect(other.comments()).toHaveCount(0);

      await manager.page.getByRole("button", { name: say("action.undo"), exact: true }).click();
      await expect(other.comments()).toContainText("Green, please");
      await expect(theirs.card("Order tea")).toContainText(colleague.say("task.commentCount", { count: 1 }));
    });

    test("in quick add, Enter continues and pasted lines become several cards", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({ "To do": ["Order tea"] });
      const mine = await new Board(manager).open(harbour);
      const theirs = await new Board(colleague).open(harbour);

      await mine
        .column("To do")
        .getByRole("button", { name: manager.say("board.addTask"), exact: true })
        .click();
      await manager.page.keyboard.type("Paint the gate");
      await manager.page.keyboard.press("Enter");
      await manager.page.keyboard.type("Call the customs");
      await manager.page.keyboard.press("Enter");
      await paste(mine, "- Count the crates\n- Sweep the yard\n\n");
      await manager.page.keyboard.press("Escape");

      const all = ["Order tea", "Paint the gate", "Call the customs", "Count the crates", "Sweep the yard"];
      await mine.expectColumn("To do", all);
      await theirs.expectColumn("To do", all);
      await expect(theirs.card("Sweep the yard")).toContainText(
        colleague.say("board.change.created", { name: manager.firstName }),
      );
      expect(await harbour.titles()).toMatchObject({ "To do": all });
    });

    test("an archived card disappears for the other user and returns on undo", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
      const mine = await new Board(manager).open(harbour);
      const theirs = await new Board(colleague).open(harbour);

      await mine.cardMenu("Order tea", manager.say("task.archive"));
      await theirs.expectColumn("To do", ["Paint the gate"]);
      await manager.page.getByRole("button", { name: manager.say("action.undo"), exact: true }).click();
      await theirs.expectColumn("To do", ["Order tea", "Paint the gate"]);
      await mine.expectColumn("To do", ["Order tea", "Paint the gate"]);
    });
  });
}

async function paste(board: Board, text: string): Promise<void> {
  await board.frame.getByRole("textbox").evaluate((field, lines) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", lines);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
