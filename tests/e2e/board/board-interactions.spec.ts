import type { Locator } from "@playwright/test";
import { Board } from "../support/board";
import { holdRequests } from "../support/hold-requests";
import { directionsForLayoutTests } from "../support/languages";
import { expect, test } from "../support/test";
import { TouchGesture } from "../support/touch";

for (const language of directionsForLayoutTests) {
  test.describe(`a board without a mouse, ${language}`, () => {
    test.use({ language });

    test("arrow keys move a card in reading direction and announce its position", async ({
      manager,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({
        "To do": ["Order tea", "Paint the gate"],
        "In progress": ["Call the customs", "Sweep the yard"],
      });
      const mine = await new Board(manager).open(harbour);
      const theirs = await new Board(colleague).open(harbour);
      const { page, say, words } = manager;
      const number = words.format.number;
      const [on, back] = words.rightToLeft ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
      const { key } = await harbour.task("Paint the gate");

      await mine.link("Order tea").focus();
      await page.keyboard.press("ArrowDown");
      await expect(mine.link("Paint the gate")).toBeFocused();
      await page.keyboard.press("Space");
      const announced = (
        id: "board.drag.lifted.keyboard" | "board.drag.over" | "board.drag.dropped",
        ...at: [number, number, string]
      ) => say(id, { key, position: number(at[0]), count: number(at[1]), column: at[2] });
      await expect(mine.announcement).toHaveText(announced("board.drag.lifted.keyboard", 2, 2, "To do"));
      await page.keyboard.press(on);
      await expect(mine.announcement).toHaveText(announced("board.drag.over", 2, 3, "In progress"));
      await page.keyboard.press("ArrowUp");
      await expect(mine.announcement).toHaveText(announced("board.drag.over", 1, 3, "In progress"));
      await page.keyboard.press("Space");
      await expect(mine.announcement).toHaveText(announced("board.drag.dropped", 1, 3, "In progress"));
      await expect(mine.link("Paint the gate")).toBeFocused();
      await theirs.expectColumn("In progress", ["Paint the gate", "Call the customs", "Sweep the yard"]);

      await page.keyboard.press("Space");
      await page.keyboard.press(back);
      await expect(mine.announcement).toContainText("To do");
      await page.keyboard.press("Escape");
      await expect(mine.link("Paint the gate")).toBeFocused();
      await mine.expectColumn("In progress", ["Paint the gate", "Call the customs", "Sweep the yard"]);
      expect(await harbour.titles()).toMatchObject({ "To do": ["Order tea"] });
    });

    test("the response to an earlier change doesn't replace the drag announcement", async ({ manager, newProject }) => {
      const harbour = await newProject({ "To do": ["Order tea", "Paint the gate"] });
      const board = await new Board(manager).open(harbour);
      const { page, say, words } = manager;
      const { key } = await harbour.task("Order tea");
      const at = { key, position: words.format.number(1), count: words.format.number(2), column: "To do" };
      const { requested, release } = await holdRequests(page, "**/task/*");
      await board.link("Order tea").focus();
      await page.keyboard.press("i");
      await requested;
      await page.keyboard.press("Space");
      const lifted = say("board.drag.lifted.keyboard", at);
      await expect(board.announcement).toHaveText(lifted);
      const heard = await board.announcement.evaluateHandle((place) => {
        const sentences: (string | null)[] = [];
        const changes = { subtree: true, childList: true, characterData: true };
        new MutationObserver(() => sentences.push(place.textContent)).observe(place, changes);
        return sentences;
      });
      const answered = page.waitForResponse("**/task/*");
      release();
      await answered;
      await page.keyboard.press("ArrowDown");
      const next = say("board.drag.over", { ...at, position: words.format.number(2) });
      await expect(board.announcement).toHaveText(next);
      expect(await heard.jsonValue()).toEqual([next]);
    });

    test("a touch drag at the edge of a phone scrolls to the last column", async ({
      signInAs,
      colleague,
      newProject,
    }) => {
      const harbour = await newProject({
        "To do": ["Order tea", "Paint the gate"],
        "In progress": ["Call the customs"],
      });
      const onPhone = await signInAs("manager@acme.test", {
        browser: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      });
      const mine = await new Board(onPhone).open(harbour);
      const theirs = await new Board(colleague).open(harbour);
      const finger = await TouchGesture.on(onPhone.page);

      await finger.pressOn(mine.card("Order tea"));
      await expect(mine.announcement).not.toBeEmpty();
      // At the edge the board scrolls automatically. Small movements, since a real finger is never still.
      const edge = onPhone.words.rightToLeft ? 8 : 382;
      await expect(async () => {
        await finger.moveTo({ x: edge, y: 320 });
        await finger.moveTo({ x: edge, y: 330 });
        await expect(mine.announcement).toContainText("Done", { timeout: 500 });
      }).toPass();
      await expect(theirs.card("Order tea")).toContainText(
        colleague.say("board.isMoving", { name: onPhone.firstName }),
      );
      await finger.lift();

      await theirs.expectColumn("Done", ["Order tea"]);
      await theirs.expectColumn("To do", ["Paint the gate"]);
    });
  });
}

test("a tap opens a card", async ({ signInAs, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const onPhone = await signInAs("manager@acme.test", {
    browser: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  const mine = await new Board(onPhone).open(harbour);
  await mine.link("Order tea").tap();
  await expect(onPhone.page.getByRole("dialog", { name: onPhone.say("task.panel"), exact: true })).toBeVisible();
  await expect(onPhone.page).toHaveURL(/task=\d+/);
});

for (const language of directionsForLayoutTests) {
  test.describe(`the bar for selected cards, ${language}`, () => {
    test.use({ language });

    test("its popups don't cover the selected cards", async ({ manager, newProject }) => {
      const harbour = await newProject({
        "To do": ["Order tea"],
        "In progress": ["Call the customs", "Sweep the yard"],
      });
      const board = await new Board(manager).open(harbour);
      const { page, say } = manager;
      await page.setViewportSize({ width: 1280, height: 560 });
      for (const title of ["Call the customs", "Sweep the yard"]) {
        await board.link(title).focus();
        await page.keyboard.press("x");
      }
      const bar = page.getByRole("toolbar", { name: say("bulk.label") });
      const boxOf = async (of: Locator) =>
        (await of.boundingBox()) as NonNullable<Awaited<ReturnType<Locator["boundingBox"]>>>;
      for (const action of ["bulk.due", "bulk.move"] as const) {
        await bar.getByRole("button", { name: say(action) }).click();
        const popup = page.locator(".mantine-Popover-dropdown, .mantine-Combobox-dropdown");
        await expect(popup).toBeVisible();
        await expect(popup).toHaveCSS("opacity", "1");
        const popupBox = await boxOf(popup);
        for (const title of ["Call the customs", "Sweep the yard"]) {
          const card = await boxOf(board.card(title));
          const isCovered =
            popupBox.x < card.x + card.width &&
            card.x < popupBox.x + popupBox.width &&
            popupBox.y < card.y + card.height &&
            card.y < popupBox.y + popupBox.height;
          expect(isCovered).toBe(false);
        }
        await page.keyboard.press("Escape");
        await expect(popup).toHaveCount(0);
      }
    });
  });
}
