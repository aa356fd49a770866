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
    await this.aimAt(locator);
    await this.send("touchStart", [this.at]);
  }

  /** In steps, as a finger goes. */
  async moveTo(to: Point): Promise<void> {
    for (const point of this.way(to)) await this.send("touchMove", [point]);
  }

  /**
   * A finger that is on its way as it touches. The browser has all of it before it can tell how long the finger stayed: sent one
   * by one, a busy machine would make a finger of it that stays.
   */
  async swipe(locator: Locator, to: Point): Promise<void> {
    await this.aimAt(locator);
    const start = this.send("touchStart", [this.at]);
    await Promise.all([start, ...this.way(to).map((point) => this.send("touchMove", [point]))]);
    await this.lift();
  }

  private async aimAt(locator: Locator): Promise<void> {
    const box = await locator.boundingBox();
    if (!box) throw new Error(`${String(locator)} isn't on the screen.`);
    this.at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  private way({ x, y }: Point): Point[] {
    const from = this.at;
    const steps = 12;
    this.at = { x, y };
    return Array.from({ length: steps }, (_, step) => ({
      x: from.x + ((x - from.x) * (step + 1)) / steps,
      y: from.y + ((y - from.y) * (step + 1)) / steps,
    }));
  }

  async lift(): Promise<void> {
    await this.send("touchEnd", []);
  }

  private async send(type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Point[]): Promise<void> {
    await this.browser.send("Input.dispatchTouchEvent", { type, touchPoints });
  }
}
