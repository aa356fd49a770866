import type { Locator } from "@playwright/test";
import { createComment } from "../../shared/work/comments/comments.contract";
import { Board } from "./support/board";
import { directionsForLayoutTests } from "./support/languages";
import { TaskSheet } from "./support/task";
import { expect, test } from "./support/test";

/** Pastes clipboard content as another program has written it. */
const paste = (field: Locator, types: Record<string, string>) =>
  field.evaluate((element, contents) => {
    const clipboardData = new DataTransfer();
    for (const [type, content] of Object.entries(contents)) clipboardData.setData(type, content);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, types);

const cells = (root: Locator) =>
  root
    .locator("tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.innerText.trim())),
    );

for (const language of directionsForLayoutTests) {
  test.describe(`rich text, ${language}`, () => {
    test.use({ language });

    test("a table is inserted, filled by keyboard, changed by its menu and shown", async ({ manager, newProject }) => {
      const harbour = await newProject({ "To do": ["Order tea"] });
      await new Board(manager).open(harbour, `?task=${(await harbour.task("Order tea")).id}`);
      const sheet = new TaskSheet(manager);
      const { say, page } = manager;
      const field = await sheet.write();
      await sheet.root.getByRole("button", { name: say("editor.table"), exact: true }).click();
      for (const text of ["Room", "Price", "Seats", "North", "124", "6"]) {
        await page.keyboard.type(text);
        await page.keyboard.press("Tab");
      }
      const choose = async (key: "editor.table.removeRow" | "editor.table.columnAfter") => {
        await sheet.root.getByRole("button", { name: say("editor.table.menu") }).click();
        await page.getByRole("menuitem", { name: say(key), exact: true }).click();
        await expect(field).toBeFocused();
      };
      await choose("editor.table.removeRow");
      await choose("editor.table.columnAfter");
      await sheet.send();
      const table = sheet.comments().locator("table");
      await expect(table.locator("th")).toHaveCount(4);
      expect(await cells(table)).toEqual([
        ["Room", "Price", "Seats", ""],
        ["North", "124", "6", ""],
      ]);
    });

    test("cells of a spreadsheet become a table, with and without HTML", async ({ manager, newProject }) => {
      const harbour = await newProject({ "To do": ["Order tea"] });
      await new Board(manager).open(harbour, `?task=${(await harbour.task("Order tea")).id}`);
      const sheet = new TaskSheet(manager);
      const rows = [
        ["North", "1200", "9.50"],
        ["South", "85", "10.25"],
      ];
      const text = rows.map((row) => row.join("\t")).join("\r\n");
      const html = `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td class=xl65 style='width:48pt'>${cell}</td>`).join("")}</tr>`).join("")}</table>`;
      const clipboards: Record<string, string>[] = [{ "text/plain": text, "text/html": html }, { "text/plain": text }];
      for (const [index, types] of clipboards.entries()) {
        const field = await sheet.write();
        await paste(field, types);
        await sheet.send();
        await expect(sheet.comments()).toHaveCount(index + 1);
        expect(await cells(sheet.comments().nth(index))).toEqual(rows);
      }
    });

    test("each paragraph has its direction, and a wide table scrolls by itself", async ({ manager, newProject }) => {
      const harbour = await newProject({ "To do": ["Order tea"] });
      const tea = await harbour.task("Order tea");
      const wide = `<table><tr>${`<td>${"wide".repeat(8)}</td>`.repeat(12)}</tr></table>`;
      const mixed =
        "<p>Please read this.</p><p>هذا نص عربي.</p><ul><li><p>بند</p></li></ul><blockquote><p>one</p></blockquote>";
      await manager.api.call(createComment, { body: { task_id: tea.id, comment: mixed + wide } });
      await manager.page.setViewportSize({ width: 390, height: 800 });
      await manager.page.goto(`/project/tasks-details/${tea.id}`);
      const comment = new TaskSheet(manager, "page").comments();
      const directionOf = (selector: string) =>
        comment.locator(selector).evaluate((element) => getComputedStyle(element).direction);
      expect(await directionOf("p >> nth=0")).toBe("ltr");
      expect(await directionOf("p >> nth=1")).toBe("rtl");
      expect(await directionOf("ul > li")).toBe("rtl");
      expect(await directionOf("blockquote")).toBe("ltr");
      const scrolls = (element: Element) => element.scrollWidth > element.clientWidth;
      expect(await comment.locator("[data-table]").evaluate(scrolls)).toBe(true);
      expect(await manager.page.locator("html").evaluate(scrolls)).toBe(false);
    });

    test("an address with a full stop becomes a link, typed and sent by a program", async ({ manager, newProject }) => {
      const harbour = await newProject({ "To do": ["Order tea"] });
      const tea = await harbour.task("Order tea");
      await new Board(manager).open(harbour, `?task=${tea.id}`);
      const sheet = new TaskSheet(manager);
      await sheet.comment("See https://example.test/one. ");
      await expect(sheet.comments().getByRole("link", { name: "https://example.test/one", exact: true })).toBeVisible();
      await manager.api.call(createComment, { body: { task_id: tea.id, comment: "(https://example.test/two)" } });
      await expect(sheet.comments().getByRole("link", { name: "https://example.test/two", exact: true })).toBeVisible();
    });
  });
}
