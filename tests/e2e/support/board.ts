import { expect, type Locator, type Page } from "@playwright/test";
import type { Person } from "./people";

export interface DropTarget {
  to: string;
  below?: string;
}

export class Board {
  readonly page: Page;

  constructor(private readonly person: Person) {
    this.page = person.page;
  }

  async open(project: { path: string }, search = ""): Promise<this> {
    await this.page.goto(project.path + search);
    await this.live();
    return this;
  }

  async live(): Promise<void> {
    await this.connection("live");
    await expect(this.frame).toBeVisible();
  }

  async connection(status: "live" | "offline" | "reconnecting"): Promise<void> {
    const { say } = this.person;
    const name = say("connection.label", { status: say(`connection.${status}`) });
    await expect(this.page.getByRole("button", { name: withoutTail(name) })).toBeVisible({ timeout: 20_000 });
  }

  get frame(): Locator {
    return this.page.getByRole("group", { name: this.person.say("board.label") });
  }

  column(title: string): Locator {
    return this.frame.getByRole("region", { name: title, exact: true });
  }

  columnMenu(title: string): Locator {
    return this.column(title).getByRole("button", { name: this.person.say("board.column.menu", { title }) });
  }

  card(title: string): Locator {
    return this.frame.getByRole("article").filter({ has: this.page.getByText(title, { exact: true }) });
  }

  link(title: string): Locator {
    return this.card(title).getByRole("link");
  }

  async expectColumn(title: string, cards: readonly string[]): Promise<void> {
    await expect(this.column(title).getByRole("article").getByRole("paragraph")).toHaveText([...cards]);
  }

  async expectColumns(titles: readonly string[]): Promise<void> {
    await expect(this.frame.getByRole("heading", { level: 2 })).toHaveText([...titles]);
  }

  get announcement(): Locator {
    return this.page.locator(".sr-only[aria-live=assertive]"); // dnd-kit adds another, empty live region
  }

  async cardMenu(title: string, item: string): Promise<void> {
    await this.card(title).hover();
    await this.card(title).getByRole("button").click();
    await this.page.getByRole("menuitem", { name: item, exact: true }).click();
  }

  async drag(title: string, landing: DropTarget): Promise<void> {
    await this.lift(title);
    await this.carry(landing);
    await this.drop();
  }

  async lift(title: string): Promise<void> {
    await expect(this.card(title)).not.toHaveAttribute("data-held", "true");
    await this.card(title).hover();
    const box = await boxOf(this.card(title));
    await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await this.page.mouse.down();
    // Moves a few pixels first, to start a drag instead of a click.
    await this.page.mouse.move(box.x + box.width / 2 + 12, box.y + box.height / 2 + 6, { steps: 3 });
    await expect(this.announcement).not.toBeEmpty();
  }

  /** Moves the pointer until the board announces the target. Slots shift below a card, so it retries. */
  async carry({ to, below }: DropTarget): Promise<void> {
    const others = this.column(to).locator("article:visible:not([data-parked])");
    await expect(async () => {
      const box = await boxOf(
        below ? this.column(to).locator("article", { hasText: below }) : this.column(to).locator("ol"),
      );
      const y = below ? box.y + box.height + 3 : box.y + 1;
      const list = await boxOf(this.column(to));
      await this.page.mouse.move(list.x + list.width / 2, y, { steps: 6 });
      const at = below ? (await others.locator("p").allTextContents()).indexOf(below) + 2 : 1;
      await expect(this.announcement).toContainText(this.place(to, at), { timeout: 400 });
    }).toPass();
  }

  async drop(): Promise<void> {
    await this.page.mouse.up();
  }

  async dragColumn(title: string, onto: string): Promise<void> {
    const head = (name: string) => this.column(name).locator("header");
    const [from, to] = [await boxOf(head(title)), await boxOf(head(onto))];
    await this.page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await this.page.mouse.down();
    await this.page.mouse.move(from.x + from.width / 2 - 10, from.y + from.height / 2, { steps: 3 });
    await expect(this.page.locator("[data-drag-overlay]")).toBeVisible();
    await this.page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
    await this.page.mouse.up();
  }

  /** The start of the announcement for a slot: "Position 2 of …". */
  private place(column: string, position: number): RegExp {
    const { say, words } = this.person;
    const sentence = say("board.drag.over", { position: words.format.number(position), count: "\u0000", column });
    return new RegExp(sentence.split("\u0000").map(escaped).join("\\S+"));
  }
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${String(locator)} isn't on the screen.`);
  return box;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** "Connection: Live", also with a suffix about pending changes. */
const withoutTail = (name: string) => new RegExp(`^${escaped(name)}`);
