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
import { login } from "../../../shared/session/session.contract";
import { full } from "../../everything";
import { Api } from "./api";
import { KeptBrowsers, type OpenBrowser } from "./kept-browsers";
import { type Words, wordsOf } from "./words";

export const password = "Demo1234";

/** Accounts of the demo. */
export const accounts = {
  manager: "manager@acme.test",
  colleague: "employee@acme.test",
  administrator: "admin@acme.test",
  /** Another tenant's. */
  outsider: "admin@globex.test",
} as const;

type User = NonNullable<ReplyOf<typeof login>["user"]>;
interface Session {
  token: string;
  user: User;
  /** What a browser gets at sign-in beside the token: pictures are loaded with it. */
  fileToken: string;
}

/** Someone with a browser of their own. */
export class Person {
  constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    readonly api: Api,
    readonly user: User,
    readonly words: Words,
    /** Errors that pages of theirs told the console. */
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

  /** A second tab of the same browser. */
  openTab(): Promise<Page> {
    return this.context.newPage();
  }

  /** The story is over for them. */
  async leave({ failed }: { failed: boolean }): Promise<void> {
    // A picture is taken of what is closed, and nobody comes after a story that failed.
    await (failed ? this.context.close() : this.goes());
  }
}

export interface CastOptions {
  language?: Language;
  /** A session that a test may end. Otherwise people keep one over all tests. */
  ownSession?: boolean;
  /** Before the first page. */
  stored?: Record<string, string>;
  browser?: BrowserContextOptions;
}

/** Brings people on. One per test run and worker; signing in is done once per account. */
export class Casting {
  private readonly sessions = new Map<string, Promise<Session>>();
  private readonly browsers = new KeptBrowsers();

  constructor(
    private readonly browser: Browser,
    private readonly request: APIRequestContext,
    private readonly baseURL: string,
  ) {}

  originOf(email: string): string {
    const url = new URL(this.baseURL);
    if (email.endsWith("@globex.test")) url.hostname = `globex.${url.hostname}`;
    return url.origin;
  }

  visitorApi(email: string): Api {
    return new Api(this.request, this.originOf(email), null);
  }

  apiWith(email: string, token: string): Api {
    return new Api(this.request, this.originOf(email), token);
  }

  /** Calls as someone without a browser. */
  async apiOf(email: string): Promise<{ api: Api; user: User }> {
    const { token, user } = await this.session(email);
    return { api: new Api(this.request, this.originOf(email), token), user };
  }

  async person(email: string, options: CastOptions = {}): Promise<Person> {
    const origin = this.originOf(email);
    const { token, user, fileToken } = await (options.ownSession ? this.signIn(email) : this.session(email));
    const stored = { "portal.token": token, ...options.stored };
    const open = () => this.open(origin, { ...options, stored });
    const { ownSession, ...alike } = options;
    const who = JSON.stringify([email, alike]);
    // Before anything lands each story begins as for somebody who has never been here.
    const kept = !full && !ownSession;
    const browser = await (kept ? this.browsers.take(who, open) : open());
    const { context, page } = browser;
    const { hostname } = new URL(origin);
    const cookie = { name: "portal_files", value: fileToken, domain: hostname, path: "/files", httpOnly: true };
    await context.addCookies([{ ...cookie, sameSite: "Strict" }]);
    const { complaints, stop } = listen(context);
    const goes = async () => {
      if (!kept) return context.close();
      stop(); // what a page says that is left isn't the story's
      await this.browsers.giveBack(who, browser);
    };
    const api = new Api(this.request, origin, token);
    return new Person(page, context, api, user, wordsOf(options.language ?? "en"), complaints, goes);
  }

  /** A browser in which nobody is signed in. */
  async visitor(options: CastOptions = {}): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
    const { context, page } = await this.open(this.baseURL, options);
    return { page, context, complaints: listen(context).complaints };
  }

  async signIn(email: string): Promise<Session> {
    const { host, port } = new URL(this.originOf(email)); // as in `Api`: the server goes by the header
    const response = await this.request.post(`http://localhost:${port}${login.path}`, {
      data: { email, password, remember: false },
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

  private async open(origin: string, { language = "en", stored = {}, browser }: CastOptions): Promise<OpenBrowser> {
    const viewport = browser?.viewport ?? { width: 1280, height: 800 };
    const context = await this.browser.newContext({
      baseURL: origin,
      locale: language === "en" ? "en-US" : language,
      timezoneId: "UTC",
      ...browser,
      viewport,
    });
    if (Object.keys(stored).length > 0) await context.addInitScript(storeOnce, { origin, stored });
    return { context, page: await context.newPage(), viewport };
  }
}

/**
 * Runs in the page, before anything of it. Playwright's own way, `storageState`, opens a page for it first, a twelfth of what the first
 * screen costs. Once only, which a cookie remembers, since signing out empties the storage: who has signed out stays so.
 */
function storeOnce({ origin, stored }: { origin: string; stored: Record<string, string> }): void {
  if (location.origin !== origin || document.cookie.includes("test_stored")) return;
  document.cookie = "test_stored=yes; path=/";
  for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
}

/** The browser itself reports refused and failed requests as errors; tests bring those about on purpose. */
const byTheNetwork = /Failed to load resource|WebSocket connection|net::ERR_/;

function listen(context: BrowserContext): { complaints: string[]; stop: () => void } {
  const complaints: string[] = [];
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === "error" && !byTheNetwork.test(message.text())) complaints.push(message.text());
  };
  const onError = (error: WebError) => void complaints.push(String(error.error()));
  context.on("console", onConsole).on("weberror", onError);
  return { complaints, stop: () => context.off("console", onConsole).off("weberror", onError) };
}
