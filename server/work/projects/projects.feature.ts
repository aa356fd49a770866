import type { ServerFeature } from "../../platform/features";
import { mayFollowProjects } from "../access/projects.policy";
import { ProjectGroupEntity, ProjectMemberEntity } from "./member.entity";
import { ProjectEntity } from "./project.entity";
import { registerProjectsRoutes } from "./projects.routes";
import { projectSearch } from "./projects.search";
import { ProjectTagEntity } from "./tag.entity";

export const projectsFeature = {
  routes: [registerProjectsRoutes],
  entities: [ProjectGroupEntity, ProjectMemberEntity, ProjectEntity, ProjectTagEntity],

  searches: { project: projectSearch },
  streams: {
    project: {
      mayFollow: (tx, followers) =>
        mayFollowProjects(
          tx,
          followers.map(({ actor, id }) => ({ viewer: actor, projectId: id })),
        ),
      includesAuthor: true,
      presence: "focus",
    },
  },
  personalData: {
    areas: { tasks: "project_member.user_id" },
    actors: "project.created_by",
  },
} satisfies ServerFeature;
