import { expect, type Locator, type Page } from "@playwright/test";
import type { TaskColumn } from "../../../shared/work/tasks/tasks.fields";
import type { Person } from "./people";

export class TaskList {
  readonly page: Page;

  constructor(private readonly person: Person) {
    this.page = person.page;
  }

  async open(project: { path: string }, search = ""): Promise<this> {
    await this.page.goto(`${project.path}-list${search}`);
    await this.live();
    return this;
  }

  async live(): Promise<void> {
    const { say } = this.person;
    const name = say("connection.label", { status: say("connection.live") });
    await expect(this.page.getByRole("button", { name })).toBeVisible({ timeout: 20_000 });
    await expect(this.table).toBeVisible();
  }

  get table(): Locator {
    return this.page.getByRole("treegrid", { name: this.person.say("list.label") });
  }

  get rows(): Locator {
    return this.table.locator("[role=row][data-task]");
  }

  row(title: string): Locator {
    return this.rows.filter({ has: this.page.getByText(title, { exact: true }) });
  }

  group(name: string): Locator {
    return this.table.getByRole("row", { level: 1 }).filter({ has: this.page.getByText(name, { exact: true }) });
  }

  cell(title: string, column: TaskColumn): Promise<Locator> {
    return this.fieldCell(title, this.person.say(`list.column.${column}`));
  }

  /** The cell below the heading of a project's field. */
  async fieldCell(title: string, heading: string): Promise<Locator> {
    const heads = await this.table.getByRole("columnheader").allInnerTexts();
    const at = heads.indexOf(heading);
    return this.row(title).getByRole("gridcell").nth(at);
  }

  async expectTitles(titles: readonly string[]): Promise<void> {
    await expect(this.rows.locator("[data-column='2'] a")).toHaveText([...titles]);
  }

  async tick(title: string, modifiers: "Shift"[] = []): Promise<void> {
    await this.row(title).hover();
    await this.row(title).getByRole("checkbox").click({ modifiers });
  }

  /** A tool of the list, which is in a menu if the row has no space for it. */
  async tool(name: string): Promise<Locator> {
    const tool = this.page.getByRole("button", { name, exact: true });
    if (!(await tool.isVisible())) {
      const hiddenTool = this.page.getByRole("button", { name, exact: true, includeHidden: true });
      const fold = this.page.locator("[data-fold]").filter({ has: hiddenTool });
      await fold.getByRole("button", { name: this.person.say("ui.moreTools") }).click();
    }
    return tool;
  }

  get bar(): Locator {
    return this.page.getByRole("toolbar", { name: this.person.say("bulk.label") });
  }
}
