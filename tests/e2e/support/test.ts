import { test as base, expect } from "@playwright/test";
import type { Language } from "../../../shared/kernel/languages";
import { full } from "../../everything";
import { accounts, type CastOptions, Casting, type Person } from "./people";
import { makeStage, type Stage, type StageOptions } from "./stage";
import { type Words, wordsOf } from "./words";

interface Options {
  /** What the people of a test read. */
  language: Language;
}

interface Fixtures {
  words: Words;
  /** Anyone else: `await cast("hr@acme.test")`. */
  cast: (email: string, options?: CastOptions) => Promise<Person>;
  /** Owns the project on the stage. */
  manager: Person;
  /** A member of it. */
  colleague: Person;
  /** Administrator of another tenant. */
  outsider: Person;
  /** A project of this test's own: `await stage({ "To do": ["Order tea"] })`. */
  stage: (tasks: Record<string, string[]>, options?: StageOptions) => Promise<Stage>;
}

interface PerWorker {
  casting: Casting;
}

/** People are fixtures: each has a browser of their own, made when a test first names them. */
export const test = base.extend<Options & Fixtures, PerWorker>({
  language: ["en", { option: true }],

  // What fades and glides is a tenth of the browsers' time. Before anything lands it is seen as most people see it.
  contextOptions: full ? {} : { reducedMotion: "reduce" },

  casting: [
    async ({ browser, playwright }, give, { project }) => {
      const request = await playwright.request.newContext();
      await give(new Casting(browser, request, project.use.baseURL as string));
      await request.dispose();
    },
    { scope: "worker" },
  ],

  words: async ({ language }, give) => give(wordsOf(language)),

  cast: async ({ casting, language }, give, { errors }) => {
    const people: Person[] = [];
    await give(async (email, options) => {
      const person = await casting.person(email, { language, ...options });
      people.push(person);
      return person;
    });
    for (const person of people) await person.leave({ failed: errors.length > 0 });
    for (const { complaints, user } of people) {
      expect(complaints, `errors in the console of ${user.fullname}`).toEqual([]);
    }
  },

  manager: async ({ cast }, give) => give(await cast(accounts.manager)),
  colleague: async ({ cast }, give) => give(await cast(accounts.colleague)),
  outsider: async ({ cast }, give) => give(await cast(accounts.outsider)),

  stage: async ({ casting }, give) => {
    const stages: Stage[] = [];
    await give(async (tasks, options) => {
      const stage = await makeStage(casting, tasks, options);
      stages.push(stage);
      return stage;
    });
    for (const stage of stages) await stage.remove();
  },
});

export { expect };
