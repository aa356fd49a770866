import { defineFeature } from "../../kernel/feature";
import * as assignable from "./assignable.contract";
import * as deletedProjects from "./deleted-projects.contract";
import * as projects from "./projects.contract";
import { projectEvents } from "./projects.events";
import * as workOfOthers from "./work-of-others.contract";

export const projectsFeature = defineFeature({
  contracts: { assignable, deletedProjects, projects, workOfOthers },
  events: projectEvents,
  searches: { project: { permission: "project-view" } },
});

declare module "../../kernel/search" {
  interface SearchKinds {
    project: true;
  }
}
