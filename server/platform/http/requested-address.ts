import type { FastifyRequest } from "fastify";
import type { Tx } from "../database/unit-of-work";
import type { Platform } from "../platform";
import { tenantAddressAtHost, type TenantAddress } from "./origin";

/** The address of the requesting page if the database lists its host for the tenant; an unverified header is never used. */
export const requestedAddress =
  (platform: Platform, request: FastifyRequest) =>
  (tx: Tx): Promise<TenantAddress> =>
    tenantAddressAtHost(tx, platform.config, request.hostname);
