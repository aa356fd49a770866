import type { FastifyInstance } from "fastify";
import * as assignable from "../../shared/projects/assignable.contract";
import * as contract from "../../shared/projects/projects.contract";
import { serve } from "../platform/http/serve/serve";
import { createProject } from "./projects.create";
import { assignableIn, assignablePeople } from "./projects.people";
import { authorizeEvenArchived, projectAccess } from "./projects.policy";
import { presentTag } from "./projects.present";
import { changedProject, listProjects, projectChoices, projectDetail } from "./projects.read";
import { deleteProject, setArchived, setMembers, updateProject } from "./projects.service";
import { createTag, deleteTag, listTags, updateTag } from "./projects.tags";

export function registerProjectsRoutes(app: FastifyInstance): void {
  registerReads(app);
  registerChanges(app);
  registerTags(app);
}

function registerReads(app: FastifyInstance): void {
  serve(app, contract.listProjects, ({ tx, actor, query }) => listProjects(tx, actor, query));

  serve(app, contract.singleProject, async ({ tx, actor, params }) => ({
    data: await projectDetail(tx, actor, params.id),
  }));

  serve(app, contract.editableProject, async ({ tx, actor, params }) => {
    authorizeEvenArchived(actor, "project-edit", await projectAccess(tx, actor, params.id));
    return { data: await projectDetail(tx, actor, params.id) };
  });

  serve(app, assignable.assignableUsers, async ({ tx, actor }) => ({ data: await assignablePeople(tx, actor) }));

  serve(app, assignable.assignableProjectUsers, async ({ tx, actor, params }) => {
    const access = await projectAccess(tx, actor, params.projectId);
    return { data: await assignableIn(tx, access.id) };
  });

  serve(app, contract.projectChoices, async ({ tx, actor }) => ({ data: await projectChoices(tx, actor) }));
}

function registerChanges(app: FastifyInstance): void {
  serve(app, contract.createProject, async ({ tx, actor, body, text }) => {
    const id = await createProject(tx, actor, body, text);
    return { message: text("project.created"), data: await changedProject(tx, actor, id) };
  });

  serve(app, contract.updateProject, async ({ tx, actor, params, body, text }) => {
    await updateProject(tx, actor, params.id, body);
    return { message: text("project.updated"), data: await changedProject(tx, actor, params.id) };
  });

  serve(app, contract.setProjectMembers, async ({ tx, actor, params, body, text }) => {
    await setMembers(tx, actor, params.id, body);
    return { message: text("project.membersUpdated"), data: await changedProject(tx, actor, params.id) };
  });

  serve(app, contract.archiveProject, async ({ tx, actor, params, text }) => {
    await setArchived(tx, actor, params.id, true);
    return { message: text("project.archived"), data: await changedProject(tx, actor, params.id) };
  });

  serve(app, contract.restoreProject, async ({ tx, actor, params, text }) => {
    await setArchived(tx, actor, params.id, false);
    return { message: text("project.restored"), data: await changedProject(tx, actor, params.id) };
  });

  serve(app, contract.deleteProject, async ({ tx, actor, params, text }) => {
    await deleteProject(tx, actor, params.id);
    return { message: text("project.deleted"), id: params.id };
  });
}

function registerTags(app: FastifyInstance): void {
  serve(app, contract.listTags, async ({ tx, actor, query }) => ({
    data: (await listTags(tx, actor, query.project_id)).map(presentTag),
  }));

  serve(app, contract.createTag, async ({ tx, actor, body, text }) => ({
    message: text("tag.created"),
    data: presentTag(await createTag(tx, actor, body)),
  }));

  serve(app, contract.updateTag, async ({ tx, actor, params, body, text }) => ({
    message: text("tag.updated"),
    data: presentTag(await updateTag(tx, actor, params.id, body)),
  }));

  serve(app, contract.deleteTag, async ({ tx, actor, params, text }) => {
    await deleteTag(tx, actor, params.id);
    return { message: text("tag.deleted"), id: params.id };
  });
}
