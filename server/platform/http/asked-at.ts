import type { FastifyRequest } from "fastify";
import type { Tx } from "../database/unit-of-work";
import type { Platform } from "../platform";
import { addressAt, type TenantAddress } from "./origin";

/** Where the page is that a request comes from, as far as the database knows it for the tenant's; never what it claims. */
export const askedAt =
  (platform: Platform, request: FastifyRequest) =>
  (tx: Tx): Promise<TenantAddress> =>
    addressAt(tx, platform.config, request.hostname);
