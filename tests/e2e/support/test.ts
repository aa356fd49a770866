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
  /** Signs in any other user: `await signInAs("hr@acme.test")`. */
  signInAs: (email: string, options?: PersonOptions) => Promise<Person>;
  manager: Person;
  colleague: Person;
  outsider: Person;
  /** Creates a project for this test: `await newProject({ "To do": ["Order tea"] })`. */
  newProject: (tasks: Record<string, string[]>, options?: TestProjectOptions) => Promise<TestProject>;
}

interface PerWorker {
  people: PersonFactory;
}

/** Users are fixtures: each gets a browser when a test first uses it. */
export const test = base.extend<Options & Fixtures, PerWorker>({
  language: ["en", { option: true }],

  // Animations take a tenth of the browsers' time, so only full runs have them.
  contextOptions: runsFull ? {} : { reducedMotion: "reduce" },

  people: [
    async ({ browser, playwright }, give, { project }) => {
      const request = await playwright.request.newContext();
      await give(new PersonFactory(browser, request, project.use.baseURL as string));
      await request.dispose();
    },
    { scope: "worker" },
  ],

  words: async ({ language }, give) => give(catalogueTextsOf(language)),

  signInAs: async ({ people, language }, give, { errors }) => {
    const users: Person[] = [];
    await give(async (email, options) => {
      const person = await people.person(email, { language, ...options });
      users.push(person);
      return person;
    });
    for (const person of users) await person.leave({ failed: errors.length > 0 });
    for (const { complaints, user } of users) {
      expect(complaints, `errors in the console of ${user.fullname}`).toEqual([]);
    }
  },

  manager: async ({ signInAs }, give) => give(await signInAs(demoAccounts.manager)),
  colleague: async ({ signInAs }, give) => give(await signInAs(demoAccounts.colleague)),
  outsider: async ({ signInAs }, give) => give(await signInAs(demoAccounts.outsider)),

  newProject: async ({ people }, give) => {
    const projects: TestProject[] = [];
    await give(async (tasks, options) => {
      const project = await createTestProject(people, tasks, options);
      projects.push(project);
      return project;
    });
    for (const project of projects) await project.remove();
  },
});

export { expect };
