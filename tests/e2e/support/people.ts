import type {
  APIRequestContext,
  Browser,
  BrowserContext,
  BrowserContextOptions,
  ConsoleMessage,
  Page,
  WebError,
} from "@playwright/test";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { Language } from "../../../shared/kernel/languages";
import { login } from "../../../shared/identity/session/session.contract";
import { runsFull } from "../../run-size";
import { Api } from "./api";
import { BrowserPool, type OpenBrowser } from "./browser-pool";
import { type CatalogueTexts, catalogueTextsOf } from "./catalogue-texts";

export const demoPassword = "Demo1234";

export const demoAccounts = {
  manager: "manager@acme.test",
  colleague: "employee@acme.test",
  administrator: "admin@acme.test",
  outsider: "admin@globex.test",
} as const;

type User = NonNullable<ReplyOf<typeof login>["user"]>;
interface Session {
  token: string;
  user: User;
  /** Value of the cookie set at login, which is required to load images. */
  fileToken: string;
}

export class Person {
  constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    readonly api: Api,
    readonly user: User,
    readonly words: CatalogueTexts,
    readonly complaints: string[],
    private readonly goes: () => Promise<void>,
  ) {}

  get say() {
    return this.words.say;
  }

  get id(): number {
    return this.user.id;
  }

  get fullname(): string {
    return this.user.fullname;
  }

  get firstName(): string {
    return this.fullname.split(" ")[0] as string;
  }

  openTab(): Promise<Page> {
    return this.context.newPage();
  }

  async leave({ failed }: { failed: boolean }): Promise<void> {
    // Closes the context after a failure: Playwright takes the screenshot at closing, and the worker ends anyway.
    await (failed ? this.context.close() : this.goes());
  }
}

export interface PersonOptions {
  language?: Language;
  ownSession?: boolean;
  stored?: Record<string, string>;
  browser?: BrowserContextOptions;
}

export class PersonFactory {
  private readonly sessions = new Map<string, Promise<Session>>();
  private readonly browsers = new BrowserPool();

  constructor(
    private readonly browser: Browser,
    private readonly request: APIRequestContext,
    private readonly baseURL: string,
  ) {}

  originOf(email: string): string {
    const url = new URL(this.baseURL);
    const [, tenant] = /@([\w-]+)\.test$/.exec(email) ?? [];
    if (tenant && tenant !== "acme") url.hostname = `${tenant}.${url.hostname}`;
    return url.origin;
  }

  visitorApi(email: string): Api {
    return new Api(this.request, this.originOf(email), null);
  }

  apiWith(email: string, token: string): Api {
    return new Api(this.request, this.originOf(email), token);
  }

  async apiOf(email: string): Promise<{ api: Api; user: User }> {
    const { token, user } = await this.session(email);
    return { api: new Api(this.request, this.originOf(email), token), user };
  }

  async person(email: string, options: PersonOptions = {}): Promise<Person> {
    const origin = this.originOf(email);
    const { token, user, fileToken } = await (options.ownSession ? this.signIn(email) : this.session(email));
    const stored = { "portal.token": token, ...options.stored };
    const open = () => this.open(origin, { ...options, stored });
    const { ownSession, ...alike } = options;
    const who = JSON.stringify([email, alike]);
    // In full runs each test starts in a new browser context.
    const isReused = !runsFull && !ownSession;
    const browser = await (isReused ? this.browsers.take(who, open) : open());
    const { context, page } = browser;
    const { hostname } = new URL(origin);
    const cookie = { name: "portal_files", value: fileToken, domain: hostname, path: "/files", httpOnly: true };
    await context.addCookies([{ ...cookie, sameSite: "Strict" }]);
    const { complaints, stop } = listen(context);
    const goes = async () => {
      if (!isReused) return context.close();
      stop(); // ignores messages of the page being left
      await this.browsers.giveBack(who, browser);
    };
    const api = new Api(this.request, origin, token);
    return new Person(page, context, api, user, catalogueTextsOf(options.language ?? "en"), complaints, goes);
  }

  async visitor(options: PersonOptions = {}): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
    const { context, page } = await this.open(this.baseURL, options);
    return { page, context, complaints: listen(context).complaints };
  }

  async signIn(email: string): Promise<Session> {
    const { host, port } = new URL(this.originOf(email)); // as in `Api`: the tenant goes in the Host header
    const response = await this.request.post(`http://localhost:${port}${login.path}`, {
      data: { email, password: demoPassword, remember: false },
      headers: { host },
    });
    if (!response.ok()) throw new Error(`${email}: ${response.status()} ${await response.text()}`);
    const { access_token: token, user } = (await response.json()) as ReplyOf<typeof login>;
    if (!token || !user) throw new Error(`${email} is asked for a second factor`);
    const fileToken = /portal_files=([^;]+)/.exec(response.headers()["set-cookie"] ?? "")?.[1] ?? "";
    return { token, user, fileToken };
  }

  private session(email: string): Promise<Session> {
    let session = this.sessions.get(email);
    if (!session) this.sessions.set(email, (session = this.signIn(email)));
    return session;
  }

  private async open(origin: string, { language = "en", stored = {}, browser }: PersonOptions): Promise<OpenBrowser> {
    const viewport = browser?.viewport ?? { width: 1280, height: 800 };
    const context = await this.browser.newContext({
      baseURL: origin,
      locale: language === "en" ? "en-US" : language,
      timezoneId: "UTC",
      ...browser,
      viewport,
    });
    if (Object.keys(stored).length > 0) await context.addInitScript(restoreStorage, { origin, stored });
    return { context, page: await context.newPage(), viewport };
  }
}

/**
 * Runs in the page before its scripts. Playwright's `storageState` would open an extra page, a twelfth of the first screen's cost. A cookie
 * ensures that it runs only once, so that a logout, which clears the storage, is final.
 */
function restoreStorage({ origin, stored }: { origin: string; stored: Record<string, string> }): void {
  if (location.origin !== origin || document.cookie.includes("test_stored")) return;
  document.cookie = "test_stored=yes; path=/";
  for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
}

/** The browser logs failed requests as errors; tests cause those on purpose. */
const networkErrors = /Failed to load resource|WebSocket connection|net::ERR_/;

function listen(context: BrowserContext): { complaints: string[]; stop: () => void } {
  const complaints: string[] = [];
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === "error" && !networkErrors.test(message.text())) complaints.push(message.text());
  };
  const onError = (error: WebError) => void complaints.push(String(error.error()));
  context.on("console", onConsole).on("weberror", onError);
  return { complaints, stop: () => context.off("console", onConsole).off("weberror", onError) };
}
