import type { Locator, Page } from "@playwright/test";
import type { Person } from "./people";

export interface SampleFile {
  name: string;
  bytes: Buffer;
}

export class Attachments {
  readonly page: Page;
  readonly root: Locator;

  constructor(private readonly person: Person) {
    this.page = person.page;
    this.root = this.page.getByRole("region", { name: person.say("task.attachments"), exact: true });
  }

  async choose(...files: SampleFile[]): Promise<void> {
    const chosen = files.map(({ name, bytes }) => ({ name, mimeType: "application/octet-stream", buffer: bytes }));
    await this.root.locator("[data-attachment-chooser]").setInputFiles(chosen);
  }

  item(title: string): Locator {
    return this.root.locator("li[data-attachment]").filter({ has: this.page.getByText(title, { exact: true }) });
  }

  upload(name: string): Locator {
    return this.root.locator("li[data-state]").filter({ has: this.page.getByText(name, { exact: true }) });
  }

  link(title: string): Locator {
    return this.item(title).getByRole("link").first();
  }

  async menu(title: string, item: Parameters<Person["say"]>[0]): Promise<void> {
    await this.item(title).locator("[aria-haspopup=menu]").click();
    // Names the menu, since another file's menu may still be closing.
    const menu = this.page.getByRole("menu", { name: title });
    await menu.getByRole("menuitem", { name: this.person.say(item), exact: true }).click();
  }

  async hand(how: "drop" | "paste", { name, bytes }: SampleFile): Promise<void> {
    await this.page.evaluate(
      ([kind, file, base64]) => {
        const content = Uint8Array.from(atob(base64 as string), (letter) => letter.charCodeAt(0));
        const data = new DataTransfer();
        data.items.add(new File([content], file as string, { type: "image/png" }));
        const target = document.querySelector("[data-drop-files] header") ?? document.body;
        const init = { bubbles: true, cancelable: true };
        if (kind === "paste")
          return document.dispatchEvent(new ClipboardEvent("paste", { ...init, clipboardData: data }));
        target.dispatchEvent(new DragEvent("dragover", { ...init, dataTransfer: data }));
        return target.dispatchEvent(new DragEvent("drop", { ...init, dataTransfer: data }));
      },
      [how, name, bytes.toString("base64")],
    );
  }
}
