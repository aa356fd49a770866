import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/administration/scim/scim.contract";
import { Problem } from "../../../shared/kernel/problems";
import { requestedAddress } from "../../platform/http/requested-address";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { hashPassword } from "../../platform/password-hash";
import { mailAddressChanged } from "../../identity/session/account-mails";
import { newScimToken } from "./scim-caller";
import { type RegisterScimRoute, serveScim } from "./scim-call";
import * as groups from "./scim-groups.service";
import { scimPageOf, attributeSelectionOf } from "./scim.list";
import * as present from "./scim.present";
import { changeScimRole, endScim, createScimToken, presentScim } from "./scim-token.service";
import * as users from "./scim-users.service";

export function registerScimRoutes(app: FastifyInstance): void {
  registerSettings(app);
  serveScim(app, (directory) => {
    registerDiscovery(directory);
    registerUsers(app, directory);
    registerGroups(directory);
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

function registerDiscovery(directory: RegisterScimRoute): void {
  directory("GET", "/ServiceProviderConfig", async ({ address }) => ({ body: present.providerConfig(address) }));
  for (const [path, list] of [
    ["/ResourceTypes", present.resourceTypes],
    ["/Schemas", present.presentSchemas],
  ] as const) {
    directory("GET", path, async ({ address }) => {
      const all = list(address);
      return { body: present.listResponse(all, all.length, 1) };
    });
    directory("GET", `${path}/:id`, async ({ address, id }) => ({ body: oneOf<{ id: string }>(list(address), id) }));
  }
}

function registerUsers({ platform }: FastifyInstance, directory: RegisterScimRoute): void {
  directory(
    "GET",
    "/Users",
    async ({ unit, query, address }) => {
      const page = scimPageOf(query);
      const found = await unit((tx) => users.listScimUserResources(tx, page));
      return { body: await present.serializeList(found, present.scimUsers(address, page)) };
    },
    { expensive: true },
  );
  directory("GET", "/Users/:id", async ({ unit, id, query, address }) => {
    const row = await unit((tx) => users.readScimUser(tx, idOf(id)));
    return { body: present.scimUsers(address, attributeSelectionOf(query))(row), etag: present.etagOf(row) };
  });
  directory("POST", "/Users", async ({ tenantId, unit, mailContext, body, roleId, address }) => {
    // A random password that is never disclosed; users who want a password request a reset link by mail.
    const passwordHash = await hashPassword(newScimToken(), { scimTenantId: tenantId });
    const { row, previousAddress } = await unit((tx) => users.createScimUser(tx, body, { roleId, passwordHash }));
    mailAddressChanged(platform, mailContext, previousAddress);
    return { status: 201, body: present.scimUsers(address)(row), etag: present.etagOf(row) };
  });
  for (const [method, work] of [
    ["PUT", users.replaceScimUser],
    ["PATCH", users.patchScimUser],
  ] as const) {
    directory(method, "/Users/:id", async ({ unit, mailContext, id, body, expectedVersion, address }) => {
      const { row, previousAddress } = await unit((tx) => work(tx, idOf(id), body, expectedVersion));
      mailAddressChanged(platform, mailContext, previousAddress);
      return { body: present.scimUsers(address)(row), etag: present.etagOf(row) };
    });
  }
  directory("DELETE", "/Users/:id", async ({ unit, id, expectedVersion }) => {
    await unit((tx) => users.deleteScimUser(tx, idOf(id), expectedVersion));
    return { status: 204 };
  });
}

function registerGroups(directory: RegisterScimRoute): void {
  directory(
    "GET",
    "/Groups",
    async ({ unit, query, address }) => {
      const page = scimPageOf(query);
      const found = await unit((tx) => groups.listScimGroups(tx, page));
      return { body: await present.serializeList(found, present.scimGroups(address, page)) };
    },
    { expensive: true },
  );
  directory(
    "GET",
    "/Groups/:id",
    async ({ unit, id, query, address }) => {
      const selection = attributeSelectionOf(query);
      const row = await unit((tx) => groups.readScimGroup(tx, idOf(id), selection));
      return { body: present.scimGroups(address, selection)(row), etag: present.etagOf(row) };
    },
    { expensive: true },
  );
  directory("POST", "/Groups", async ({ unit, body, address }) => {
    const row = await unit((tx) => groups.createScimGroup(tx, body));
    return { status: 201, body: present.scimGroups(address)(row), etag: present.etagOf(row) };
  });
  for (const [method, work] of [
    ["PUT", groups.replaceScimGroup],
    ["PATCH", groups.patchScimGroup],
  ] as const) {
    directory(method, "/Groups/:id", async ({ unit, id, body, expectedVersion, address }) => {
      const row = await unit((tx) => work(tx, idOf(id), body, expectedVersion));
      return { body: present.scimGroups(address)(row), etag: present.etagOf(row) };
    });
  }
  directory("DELETE", "/Groups/:id", async ({ unit, id, expectedVersion }) => {
    await unit((tx) => groups.deleteScimGroup(tx, idOf(id), expectedVersion));
    return { status: 204 };
  });
}
