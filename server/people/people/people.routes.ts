import type { FastifyInstance } from "fastify";
import { listVisiblePeople } from "../../../shared/kernel/visible-users.contract";
import { listUserHistory } from "../../../shared/people/people/user-history.contract";
import * as users from "../../../shared/people/people/users.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { seatUsage } from "../../billing/subscription/plan-limits.service";
import { readEmployees, selectableUsers, readUserPage } from "./people.list";
import { readCurrentTasks } from "../../work/my-work/my-work.service";
import { readPersonAnalytics } from "../../../shared/people/people/person-work.contract";
import { loadVisibleUser, readProfile, readUserDetail } from "./read-person.service";
import { readUserHistory } from "./user-history.service";
import { readVisiblePeople } from "./visible-people.list";

export function registerPeopleRoutes(app: FastifyInstance): void {
  serveEndpoint(app, listVisiblePeople, async ({ tx, actor }) => ({ data: await readVisiblePeople(tx, actor) }));

  serveEndpoint(app, users.listUsers, ({ tx, actor, query }) => readUserPage(tx, actor, query));
  serveEndpoint(app, users.listEmployees, async ({ tx, actor, query }) => ({
    data: await readEmployees(tx, actor, query, { includeInactive: false }),
  }));
  serveEndpoint(app, users.listAllEmployees, async ({ tx, actor, query }) => ({
    data: await readEmployees(tx, actor, query, { includeInactive: true }),
  }));
  serveEndpoint(app, users.selectUsers, async ({ tx, query }) => ({ data: await selectableUsers(tx, query.q) }));
  serveEndpoint(app, users.readSeats, async ({ tx }) => {
    const { present = 0, most = null } = (await seatUsage(tx)) ?? {};
    return { data: { used: present, most } };
  });
  serveEndpoint(app, users.readOwnProfile, async ({ tx, actor }) => ({
    data: await readUserDetail(tx, actor, actor.id),
  }));
  serveEndpoint(app, users.readProfile, async ({ tx, actor, params }) => ({
    data: await readProfile(tx, actor, params.id),
  }));
  serveEndpoint(app, readPersonAnalytics, async ({ tx, actor, params }) => {
    await loadVisibleUser(tx, actor, params.id);
    return { data: await readCurrentTasks(tx, actor, params.id) };
  });
  serveEndpoint(app, listUserHistory, async ({ tx, actor, params }) => ({
    data: await readUserHistory(tx, actor, params.id),
  }));
  serveEndpoint(app, users.readUser, async ({ tx, actor, params }) => ({
    data: await readUserDetail(tx, actor, params.id),
  }));
  serveEndpoint(app, users.editableUser, async ({ tx, actor, params }) => ({
    data: await readUserDetail(tx, actor, params.id),
  }));
}
