import { expect, type Locator, type Page } from "@playwright/test";
import type { Person } from "./people";

export class TaskSheet {
  readonly page: Page;
  readonly root: Locator;

  constructor(
    private readonly person: Person,
    where: "panel" | "page" = "panel",
  ) {
    this.page = person.page;
    const { say } = person;
    this.root =
      where === "panel"
        ? this.page.getByRole("dialog", { name: say("task.panel"), exact: true })
        : this.page.getByRole("main");
  }

  get title(): Locator {
    return this.root.getByRole("heading", { level: 1 }).last();
  }

  async rename(title: string): Promise<void> {
    await this.title.getByRole("button").click();
    await this.root.getByRole("textbox", { name: this.person.say("task.title") }).fill(title);
    await this.page.keyboard.press("Enter");
    await expect(this.title).toHaveText(title);
  }

  fact(label: string): Locator {
    return this.root.locator("dl > div").filter({ has: this.page.getByText(label, { exact: true }) });
  }

  async choose(label: string, option: string): Promise<void> {
    await this.fact(label).getByRole("button").first().click();
    await this.page.getByRole("option", { name: option }).click();
  }

  get composer(): Locator {
    return this.root.getByRole("textbox", { name: this.person.say("comment.write") });
  }

  async write(): Promise<Locator> {
    await this.composer.click();
    await expect(this.composer).toHaveAttribute("contenteditable", "true");
    return this.composer;
  }

  async comment(text: string): Promise<void> {
    const field = await this.write();
    await field.pressSequentially(text);
    await this.send();
  }

  async send(): Promise<void> {
    await this.root.getByRole("button", { name: this.person.say("comment.send"), exact: true }).click();
  }

  async mention(fullname: string): Promise<void> {
    await this.page.keyboard.type(`@${fullname.slice(0, 4)}`);
    // Names the list, since another one may still be closing.
    const people = this.page.getByRole("listbox", { name: this.person.say("comment.mention") });
    await people.getByRole("option", { name: fullname }).click();
  }

  comments(): Locator {
    return this.root.locator("li[id^=comment-]");
  }

  async commentMenu(
    item: "comment.edit" | "comment.delete" | "comment.copyLink",
    comment = this.comments(),
  ): Promise<void> {
    const entry = this.page.getByRole("menuitem", { name: this.person.say(item), exact: true });
    // Retries, since the comment's own event redraws it and closes a menu opened just before.
    await expect(async () => {
      await comment.hover();
      if (!(await entry.isVisible())) await comment.locator("[aria-haspopup=menu]").click();
      await entry.click({ timeout: 1_000 });
    }).toPass();
  }

  async close(): Promise<void> {
    await this.root.getByRole("button", { name: this.person.say("action.close"), exact: true }).click();
    await expect(this.root).toBeHidden();
  }
}
