import type { FastifyInstance } from "fastify";
import { legacyUsers } from "../../shared/people/people.contract";
import { userHistory } from "../../shared/people/user-history.contract";
import * as users from "../../shared/people/users.contract";
import { serve } from "../platform/http/serve/serve";
import { seatsNow } from "../subscription/plan-limits.service";
import { employees, selectableUsers, userPage } from "./people.list";
import { profileOf, userDetail } from "./read-person.service";
import { historyOf } from "./user-history.service";
import { visiblePeople } from "./people.service";

export function registerPeopleRoutes(app: FastifyInstance): void {
  serve(app, legacyUsers, async ({ tx, actor }) => ({ data: await visiblePeople(tx, actor) }));

  serve(app, users.listUsers, ({ tx, actor, query }) => userPage(tx, actor, query));
  serve(app, users.listEmployees, async ({ tx, actor, query }) => ({
    data: await employees(tx, actor, query, { everyone: false }),
  }));
  serve(app, users.listAllEmployees, async ({ tx, actor, query }) => ({
    data: await employees(tx, actor, query, { everyone: true }),
  }));
  serve(app, users.selectUsers, async ({ tx, query }) => ({ data: await selectableUsers(tx, query.q) }));
  serve(app, users.readSeats, async ({ tx }) => {
    const { present = 0, most = null } = (await seatsNow(tx)) ?? {};
    return { data: { used: present, most } };
  });
  serve(app, users.ownProfile, async ({ tx, actor }) => ({ data: await userDetail(tx, actor, actor.id) }));
  serve(app, users.readProfile, async ({ tx, actor, params }) => ({ data: await profileOf(tx, actor, params.id) }));
  serve(app, userHistory, async ({ tx, actor, params }) => ({ data: await historyOf(tx, actor, params.id) }));
  serve(app, users.readUser, async ({ tx, actor, params }) => ({ data: await userDetail(tx, actor, params.id) }));
  serve(app, users.editableUser, async ({ tx, actor, params }) => ({ data: await userDetail(tx, actor, params.id) }));
}
