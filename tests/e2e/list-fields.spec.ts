import { readFile } from "node:fs/promises";
import { createProjectField } from "../../shared/work/fields/fields.contract";
import type { FieldValues } from "../../shared/work/fields/field-values.rules";
import { updateTask } from "../../shared/work/tasks/tasks.contract";
import { Board } from "./support/board";
import { TaskList } from "./support/list";
import { directionsForOtherTests } from "./support/languages";
import { expect, test } from "./support/test";

for (const language of directionsForOtherTests) {
  test.describe(`fields of a project in the list, ${language}`, () => {
    test.use({ language });

    test("a value of a column is sorted, grouped, exported and seen by another user", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({ "To do": ["Order tea", "Paint the gate", "Count crates"] });
      const params = { id: harbour.projectId };
      const { data: amount } = await harbour.owner.call(createProjectField, {
        params,
        body: { title: "Amount", kind: "number" },
      });
      const options = [
        { title: "Large", color: "blue" },
        { title: "Small", color: "green" },
      ] as const;
      const { data: size } = await harbour.owner.call(createProjectField, {
        params,
        body: { title: "Size", kind: "choice", options: [...options] },
      });
      const setValues = async (title: string, field_values: FieldValues) => {
        const { id, version } = await harbour.task(title);
        await harbour.owner.call(updateTask, { params: { id }, body: { version, field_values } });
      };
      await setValues("Paint the gate", { [amount.id]: 9 });
      const search = `?group=none&columns=key,title,field_${amount.id},field_${size.id}`;
      const mine = await new TaskList(manager).open(harbour, search);
      const theirs = await new TaskList(colleague).open(harbour, search);
      const { page, say } = manager;

      await (await mine.fieldCell("Order tea", "Amount")).focus();
      await page.keyboard.type("many");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("alert").getByText(say("field.number"))).toBeVisible();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type("10");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByRole("option", { name: "Small", exact: true }).click();
      await expect(await theirs.fieldCell("Order tea", "Amount")).toContainText(/10|١٠/);
      await expect(await theirs.fieldCell("Order tea", "Size")).toContainText("Small");

      await mine.table.getByRole("button", { name: "Amount", exact: true }).click();
      await mine.expectTitles(["Paint the gate", "Order tea", "Count crates"]);
      await page.keyboard.press("ControlOrMeta+z");
      await expect(await theirs.fieldCell("Order tea", "Size")).not.toContainText("Small");
      await setValues("Order tea", { [size.id]: size.options[1]?.id ?? 0 });
      await expect(await mine.fieldCell("Order tea", "Size")).toContainText("Small");

      const [file] = await Promise.all([
        page.waitForEvent("download"),
        (await mine.tool(say("list.csv.label"))).click(),
      ]);
      const csv = await readFile(await file.path(), "utf8");
      expect(csv.split("\r\n")[0]).toContain("Amount");
      expect(csv).toMatch(/Order tea[,;]10[,;]Small/);

      await page.getByRole("button", { name: say("list.groupBy") }).click();
      await page.getByRole("option", { name: "Size", exact: true }).click();
      await expect(mine.group("Small")).toBeVisible();
      await expect(mine.group(say("projectField.noValue"))).toBeVisible();
    });

    test("a card dragged into another lane gets the lane's value, with undo", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({ "To do": ["Order tea"], Done: [] });
      const { data: field } = await harbour.owner.call(createProjectField, {
        params: { id: harbour.projectId },
        body: { title: "Approved", kind: "flag" },
      });
      const { say, page } = manager;
      const mine = await new Board(manager).open(harbour, `?lanes=field_${field.id}`);
      const theirs = await new Board(colleague).open(harbour, `?lanes=field_${field.id}`);
      const laneOf = (board: Board, lane: string) =>
        board.page.locator(`[data-lane="${lane}"]`).filter({ hasText: "Order tea" });
      await expect(laneOf(mine, "none")).toBeVisible();
      await mine.card("Order tea").getByRole("link").focus();
      await page.keyboard.press("Space");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Space");
      await expect(laneOf(theirs, "false")).toBeVisible();
      await page.keyboard.press("ControlOrMeta+z");
      await expect(laneOf(theirs, "none")).toBeVisible();
      await expect(page.getByText(say("projectField.noValue"), { exact: true })).toBeVisible();
    });

    test("a field is set for selected cards from the keyboard and the bar, and undone", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
      const params = { id: harbour.projectId };
      await harbour.owner.call(createProjectField, {
        params,
        body: { title: "Cost centre", kind: "text", on_card: true },
      });
      await harbour.owner.call(createProjectField, {
        params,
        body: { title: "Size", kind: "choice", on_card: true, options: [{ title: "Large", color: "blue" }] },
      });
      const { say, page } = manager;
      const mine = await new Board(manager).open(harbour);
      const theirs = await new Board(colleague).open(harbour);
      await mine.link("Order tea").focus();
      await page.keyboard.press("x");
      await mine.link("Paint the gate").focus();
      await page.keyboard.press("x");
      await page.keyboard.press("v");
      await page.getByRole("option", { name: "Cost centre", exact: true }).waitFor();
      await page.keyboard.type("cost");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("textbox", { name: "Cost centre" })).toBeFocused();
      await page.keyboard.type("4711");
      await page.keyboard.press("Enter");
      await expect(mine.link("Paint the gate")).toBeFocused();
      for (const title of ["Order tea", "Paint the gate"]) await expect(theirs.card(title)).toContainText("4711");
      await page.keyboard.press("ControlOrMeta+z");
      for (const title of ["Order tea", "Paint the gate"]) await expect(theirs.card(title)).not.toContainText("4711");

      const bar = page.getByRole("toolbar", { name: say("bulk.label") });
      await bar.getByRole("button", { name: say("bulk.fields") }).click();
      await page.getByRole("option", { name: "Size", exact: true }).click();
      await page.getByRole("option", { name: "Large", exact: true }).click();
      for (const title of ["Order tea", "Paint the gate"]) await expect(theirs.card(title)).toContainText("Large");
    });

    test("values of fields are recognized in the title of a new task", async ({ manager, colleague, newProject }) => {
      const harbour = await newProject({ "To do": ["Order tea"] });
      const params = { id: harbour.projectId };
      const { data: size } = await harbour.owner.call(createProjectField, {
        params,
        body: { title: "Size", kind: "choice", options: [{ title: "Extra large", color: "blue" }] },
      });
      const { data: centre } = await harbour.owner.call(createProjectField, {
        params,
        body: { title: "Cost centre", kind: "text" },
      });
      const { say, page } = manager;
      const search = `?columns=key,title,field_${size.id},field_${centre.id}`;
      const mine = await new TaskList(manager).open(harbour, search);
      const theirs = await new TaskList(colleague).open(harbour, search);
      await mine.table.getByRole("gridcell").first().focus();
      await page.keyboard.press("n");
      await page.keyboard.type("Order cups weight:7 size:ex");
      await expect(page.getByRole("option", { name: "Extra large" })).toBeVisible();
      await page.keyboard.press("Enter");
      await page.keyboard.type("cost-centre:4711");
      await expect(page.getByRole("list", { name: say("newTask.recognized") }).getByRole("listitem")).toHaveText([
        "Size: Extra large",
        "Cost centre: 4711",
      ]);
      await page.keyboard.press("Enter");
      await expect(await theirs.fieldCell("Order cups weight:7", "Size")).toContainText("Extra large");
      await expect(await theirs.fieldCell("Order cups weight:7", "Cost centre")).toContainText("4711");
    });
  });
}
