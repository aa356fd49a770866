import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/administration/scim/scim.contract";
import { Problem } from "../../../shared/kernel/problems";
import { requestedAddress } from "../../platform/http/requested-address";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { hashPassword } from "../../platform/password-hash";
import { notifyPreviousAddress } from "../../identity/session/account-mails";
import { newScimToken } from "./scim-caller";
import { type RegisterScimRoute, serveScim } from "./scim-call";
import * as groups from "./scim-groups.service";
import { scimPageOf, attributeSelectionOf } from "./scim.list";
import * as present from "./scim.present";
import { changeScimRole, endScim, createScimToken, presentScim } from "./scim-token.service";
import * as users from "./scim-users.service";

export function registerScimRoutes(app: FastifyInstance): void {
  registerSettings(app);
  serveScim(app, (registerRoute) => {
    registerDiscovery(registerRoute);
    registerUsers(app, registerRoute);
    registerGroups(registerRoute);
  });
}

function registerSettings(app: FastifyInstance): void {
  serveEndpoint(app, contract.readScim, async ({ tx, actor, request }) => ({
    ...(await presentScim(tx, actor)),
    address: `${(await requestedAddress(app.platform, request)(tx)).origin}/scim/v2`,
  }));
  serveEndpoint(app, contract.createScimToken, async ({ tx, actor, body, text }) => ({
    message: text("scim.made"),
    data: { token: await createScimToken(tx, actor, body.role_id) },
  }));
  serveEndpoint(app, contract.changeScim, async ({ tx, actor, body, text }) => {
    await changeScimRole(tx, actor, body.role_id);
    return { message: text("scim.saved") };
  });
  serveEndpoint(app, contract.endScim, async ({ tx, actor, text }) => {
    await endScim(tx, actor);
    return { message: text("scim.ended") };
  });
}

/**
 * Parses the id of a record.
 * @throws Problem 404 for an invalid id, because no record can have it.
 */
function idOf(id: string | undefined): number {
  if (!/^[1-9]\d{0,15}$/.test(id ?? "")) throw new Problem("notFound");
  return Number(id);
}

function oneOf<One extends { id: string }>(list: readonly One[], id: string | undefined): One {
  const found = list.find((one) => one.id === id);
  if (!found) throw new Problem("notFound");
  return found;
}

function registerDiscovery(registerRoute: RegisterScimRoute): void {
  registerRoute("GET", "/ServiceProviderConfig", async ({ baseUrl }) => ({ body: present.providerConfig(baseUrl) }));
  for (const [path, list] of [
    ["/ResourceTypes", present.resourceTypes],
    ["/Schemas", present.presentSchemas],
  ] as const) {
    registerRoute("GET", path, async ({ baseUrl }) => {
      const all = list(baseUrl);
      return { body: present.listResponse(all, all.length, 1) };
    });
    registerRoute("GET", `${path}/:id`, async ({ baseUrl, id }) => ({
      body: oneOf<{ id: string }>(list(baseUrl), id),
    }));
  }
}

function registerUsers({ platform }: FastifyInstance, registerRoute: RegisterScimRoute): void {
  registerRoute(
    "GET",
    "/Users",
    async ({ runTransaction, query, baseUrl }) => {
      const page = scimPageOf(query);
      const found = await runTransaction((tx) => users.listScimUserResources(tx, page));
      return { body: await present.serializeList(found, present.userPresenter(baseUrl, page)) };
    },
    { runsOneAtATime: true },
  );
  registerRoute("GET", "/Users/:id", async ({ runTransaction, id, query, baseUrl }) => {
    const row = await runTransaction((tx) => users.readScimUser(tx, idOf(id)));
    return { body: present.userPresenter(baseUrl, attributeSelectionOf(query))(row), etag: present.etagOf(row) };
  });
  registerRoute("POST", "/Users", async ({ tenantId, runTransaction, mailContext, body, defaultRoleId, baseUrl }) => {
    // A random password that is never disclosed; users who want a password request a reset link by mail.
    const passwordHash = await hashPassword(newScimToken(), { scimTenantId: tenantId });
    const { row, previousRecipient } = await runTransaction((tx) =>
      users.createScimUser(tx, body, { roleId: defaultRoleId, passwordHash }),
    );
    notifyPreviousAddress(platform, mailContext, previousRecipient);
    return { status: 201, body: present.userPresenter(baseUrl)(row), etag: present.etagOf(row) };
  });
  for (const [method, work] of [
    ["PUT", users.replaceScimUser],
    ["PATCH", users.patchScimUser],
  ] as const) {
    registerRoute(method, "/Users/:id", async ({ runTransaction, mailContext, id, body, expectedVersion, baseUrl }) => {
      const { row, previousRecipient } = await runTransaction((tx) => work(tx, idOf(id), body, expectedVersion));
      notifyPreviousAddress(platform, mailContext, previousRecipient);
      return { body: present.userPresenter(baseUrl)(row), etag: present.etagOf(row) };
    });
  }
  registerRoute("DELETE", "/Users/:id", async ({ runTransaction, id, expectedVersion }) => {
    await runTransaction((tx) => users.deleteScimUser(tx, idOf(id), expectedVersion));
    return { status: 204 };
  });
}

function registerGroups(registerRoute: RegisterScimRoute): void {
  registerRoute(
    "GET",
    "/Groups",
    async ({ runTransaction, query, baseUrl }) => {
      const page = scimPageOf(query);
      const found = await runTransaction((tx) => groups.listScimGroups(tx, page));
      return { body: await present.serializeList(found, present.groupPresenter(baseUrl, page)) };
    },
    { runsOneAtATime: true },
  );
  registerRoute(
    "GET",
    "/Groups/:id",
    async ({ runTransaction, id, query, baseUrl }) => {
      const selection = attributeSelectionOf(query);
      const row = await runTransaction((tx) => groups.readScimGroup(tx, idOf(id), selection));
      return { body: present.groupPresenter(baseUrl, selection)(row), etag: present.etagOf(row) };
    },
    { runsOneAtATime: true },
  );
  registerRoute("POST", "/Groups", async ({ runTransaction, body, baseUrl }) => {
    const row = await runTransaction((tx) => groups.createScimGroup(tx, body));
    return { status: 201, body: present.groupPresenter(baseUrl)(row), etag: present.etagOf(row) };
  });
  for (const [method, work] of [
    ["PUT", groups.replaceScimGroup],
    ["PATCH", groups.patchScimGroup],
  ] as const) {
    registerRoute(method, "/Groups/:id", async ({ runTransaction, id, body, expectedVersion, baseUrl }) => {
      const row = await runTransaction((tx) => work(tx, idOf(id), body, expectedVersion));
      return { body: present.groupPresenter(baseUrl)(row), etag: present.etagOf(row) };
    });
  }
  registerRoute("DELETE", "/Groups/:id", async ({ runTransaction, id, expectedVersion }) => {
    await runTransaction((tx) => groups.deleteScimGroup(tx, idOf(id), expectedVersion));
    return { status: 204 };
  });
}
