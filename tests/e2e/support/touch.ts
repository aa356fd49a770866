import type { CDPSession, Locator, Page } from "@playwright/test";

interface Point {
  x: number;
  y: number;
}

/** One finger on the glass; Playwright itself only taps. */
export class Finger {
  private constructor(private readonly browser: CDPSession) {}

  private at: Point = { x: 0, y: 0 };

  static async on(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  async pressOn(locator: Locator): Promise<void> {
    const box = await locator.boundingBox();
    if (!box) throw new Error(`${String(locator)} isn't on the screen.`);
    this.at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await this.send("touchStart", [this.at]);
  }

  /** In steps, as a finger goes. */
  async moveTo({ x, y }: Point): Promise<void> {
    const from = this.at;
    const steps = 12;
    for (let step = 1; step <= steps; step++) {
      this.at = { x: from.x + ((x - from.x) * step) / steps, y: from.y + ((y - from.y) * step) / steps };
      await this.send("touchMove", [this.at]);
    }
  }

  async lift(): Promise<void> {
    await this.send("touchEnd", []);
  }

  private async send(type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Point[]): Promise<void> {
    await this.browser.send("Input.dispatchTouchEvent", { type, touchPoints });
  }
}
