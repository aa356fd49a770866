import type { CDPSession, Locator, Page } from "@playwright/test";

interface Point {
  x: number;
  y: number;
}

/** A single touch point; Playwright's own API only taps. */
export class TouchGesture {
  private constructor(private readonly browser: CDPSession) {}

  private at: Point = { x: 0, y: 0 };

  static async on(page: Page): Promise<TouchGesture> {
    return new TouchGesture(await page.context().newCDPSession(page));
  }

  async pressOn(locator: Locator): Promise<void> {
    await this.aimAt(locator);
    await this.send("touchStart", [this.at]);
  }

  async moveTo(to: Point): Promise<void> {
    for (const point of this.way(to)) await this.send("touchMove", [point]);
  }

  /** Moves a touch point. All events are sent without waiting; otherwise a busy machine would turn the movement into a long press. */
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
