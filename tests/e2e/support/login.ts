import { expect, type Page } from "@playwright/test";
import { demoPassword } from "./people";
import { type CatalogueTexts, catalogueTextsOf } from "./catalogue-texts";

export class Login {
  constructor(
    readonly page: Page,
    private readonly words: CatalogueTexts = catalogueTextsOf("en"),
  ) {}

  get email() {
    return this.page.getByRole("textbox", { name: this.words.say("login.email") });
  }

  get password() {
    return this.page.getByLabel(this.words.say("login.password"), { exact: true });
  }

  get button() {
    return this.page.getByRole("button", { name: this.words.say("login.submit"), exact: true });
  }

  async shown(): Promise<void> {
    await expect(this.page.getByRole("heading", { name: this.words.say("login.title") })).toBeVisible();
  }

  async signIn(email: string, secret = demoPassword): Promise<void> {
    await this.email.fill(email);
    await this.password.fill(secret);
    await this.button.click();
  }
}
