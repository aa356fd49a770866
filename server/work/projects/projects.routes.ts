import type { FastifyInstance } from "fastify";
import * as assignable from "../../../shared/work/projects/assignable.contract";
import * as contract from "../../../shared/work/projects/projects.contract";
import * as workOfOthers from "../../../shared/work/projects/work-of-others.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { createProject } from "./projects.create";
import { assignableInProject, assignablePeople } from "./projects.people";
import { authorizeEvenArchived, projectAccess } from "../access/projects.policy";
import { presentTag } from "./projects.present";
import { readChangedProject, listProjects, projectChoices, readProjectDetail } from "./projects.read";
import { deleteProject, setArchived, setMembers, updateProject } from "./projects.service";
import { readWorkOfOthers } from "./work-of-others.read";
import { createTag, deleteTag, listTags, updateTag } from "./projects.tags";

export function registerProjectsRoutes(app: FastifyInstance): void {
  registerReads(app);
  registerChanges(app);
  registerTags(app);
}

function registerReads(app: FastifyInstance): void {
  serveEndpoint(app, contract.listProjects, ({ tx, actor, query }) => listProjects(tx, actor, query));

  serveEndpoint(app, workOfOthers.readWorkOfOthers, async ({ tx, actor, params }) => ({
    data: await readWorkOfOthers(tx, actor, params.id),
  }));

  serveEndpoint(app, contract.readProject, async ({ tx, actor, params }) => ({
    data: await readProjectDetail(tx, actor, params.id),
  }));

  serveEndpoint(app, contract.editableProject, async ({ tx, actor, params }) => {
    authorizeEvenArchived(actor, "project-edit", await projectAccess(tx, actor, params.id));
    return { data: await readProjectDetail(tx, actor, params.id) };
  });

  serveEndpoint(app, assignable.assignableUsers, async ({ tx, actor }) => ({
    data: await assignablePeople(tx, actor),
  }));

  serveEndpoint(app, assignable.assignableProjectUsers, async ({ tx, actor, params }) => {
    const access = await projectAccess(tx, actor, params.projectId);
    return { data: await assignableInProject(tx, access.id) };
  });

  serveEndpoint(app, contract.listProjectChoices, async ({ tx, actor }) => ({ data: await projectChoices(tx, actor) }));
}

function registerChanges(app: FastifyInstance): void {
  serveEndpoint(app, contract.createProject, async ({ tx, actor, body, text }) => {
    const id = await createProject(tx, actor, body, text);
    return { message: text("project.created"), data: await readChangedProject(tx, actor, id) };
  });

  serveEndpoint(app, contract.updateProject, async ({ tx, actor, params, body, text }) => {
    await updateProject(tx, actor, params.id, body);
    return { message: text("project.updated"), data: await readChangedProject(tx, actor, params.id) };
  });

  serveEndpoint(app, contract.setProjectMembers, async ({ tx, actor, params, body, text }) => {
    await setMembers(tx, actor, params.id, body);
    return { message: text("project.membersUpdated"), data: await readChangedProject(tx, actor, params.id) };
  });

  serveEndpoint(app, contract.archiveProject, async ({ tx, actor, params, text }) => {
    await setArchived(tx, actor, params.id, true);
    return { message: text("project.archived"), data: await readChangedProject(tx, actor, params.id) };
  });

  serveEndpoint(app, contract.restoreProject, async ({ tx, actor, params, text }) => {
    await setArchived(tx, actor, params.id, false);
    return { message: text("project.restored"), data: await readChangedProject(tx, actor, params.id) };
  });

  serveEndpoint(app, contract.deleteProject, async ({ tx, actor, params, text }) => {
    await deleteProject(tx, actor, params.id);
    return { message: text("project.deleted"), id: params.id };
  });
}

function registerTags(app: FastifyInstance): void {
  serveEndpoint(app, contract.listTags, async ({ tx, actor, query }) => ({
    data: (await listTags(tx, actor, query.project_id)).map(presentTag),
  }));

  serveEndpoint(app, contract.createTag, async ({ tx, actor, body, text }) => ({
    message: text("tag.created"),
    data: presentTag(await createTag(tx, actor, body)),
  }));

  serveEndpoint(app, contract.updateTag, async ({ tx, actor, params, body, text }) => ({
    message: text("tag.updated"),
    data: presentTag(await updateTag(tx, actor, params.id, body)),
  }));

  serveEndpoint(app, contract.deleteTag, async ({ tx, actor, params, text }) => {
    await deleteTag(tx, actor, params.id);
    return { message: text("tag.deleted"), id: params.id };
  });
}
