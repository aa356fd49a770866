import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/identity/session/api-token.contract";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { apiTokensOf, createApiToken, revokeApiToken } from "./api-token.service";

export function registerApiTokenRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listApiTokens, async ({ tx, actor }) => ({ data: await apiTokensOf(tx, actor) }));

  serveEndpoint(app, contract.createApiToken, async ({ tx, actor, body, text }) => ({
    message: text("apiToken.created"),
    data: await createApiToken(tx, actor, body),
  }));

  serveEndpoint(app, contract.revokeApiToken, async ({ tx, actor, params, text }) => {
    await revokeApiToken(tx, actor, params.id);
    return { message: text("apiToken.revoked"), id: params.id };
  });
}
