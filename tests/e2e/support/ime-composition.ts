import type { Page } from "@playwright/test";

/** Types with an IME: during composition Enter and Escape have key code 229 and belong to the IME. */
export async function typeWithIme(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
  for (const key of ["Enter", "Escape"]) {
    await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", key, code: key, windowsVirtualKeyCode: 229 });
    await session.send("Input.dispatchKeyEvent", { type: "keyUp", key, code: key, windowsVirtualKeyCode: 229 });
  }
  await session.send("Input.insertText", { text });
  await session.detach();
}
