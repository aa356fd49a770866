import { test as base, expect } from "@playwright/test";
import type { Language } from "../../../shared/kernel/languages";
import { runsFull } from "../../run-size";
import { demoAccounts, type PersonOptions, PersonFactory, type Person } from "./people";
import { createTestProject, type TestProject, type TestProjectOptions } from "./test-project";
import { type CatalogueTexts, catalogueTextsOf } from "./catalogue-texts";

interface Options {
  language: Language;
}

interface Fixtures {
  words: CatalogueTexts;
  /** Signs in any other user: `await cast("hr@acme.test")`. */
  cast: (email: string, options?: PersonOptions) => Promise<Person>;
  manager: Person;
  colleague: Person;
  outsider: Person;
  /** Creates a project for this test: `await stage({ "To do": ["Order tea"] })`. */
  stage: (tasks: Record<string, string[]>, options?: TestProjectOptions) => Promise<TestProject>;
}

interface PerWorker {
  casting: PersonFactory;
}

/** Users are fixtures: each gets a browser when a test first uses it. */
export const test = base.extend<Options & Fixtures, PerWorker>({
  language: ["en", { option: true }],

  // Animations take a tenth of the browsers' time, so only full runs have them.
  contextOptions: runsFull ? {} : { reducedMotion: "reduce" },

  casting: [
    async ({ browser, playwright }, give, { project }) => {
      const request = await playwright.request.newContext();
      await give(new PersonFactory(browser, request, project.use.baseURL as string));
      await request.dispose();
    },
    { scope: "worker" },
  ],

  words: async ({ language }, give) => give(catalogueTextsOf(language)),

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

  manager: async ({ cast }, give) => give(await cast(demoAccounts.manager)),
  colleague: async ({ cast }, give) => give(await cast(demoAccounts.colleague)),
  outsider: async ({ cast }, give) => give(await cast(demoAccounts.outsider)),

  stage: async ({ casting }, give) => {
    const stages: TestProject[] = [];
    await give(async (tasks, options) => {
      const stage = await createTestProject(casting, tasks, options);
      stages.push(stage);
      return stage;
    });
    for (const stage of stages) await stage.remove();
  },
});

export { expect };
