import type { FastifyRequest } from "fastify";
import { requestedAddress } from "../../platform/http/requested-address";
import type { Platform } from "../../platform/platform";
import type { Tx } from "../../platform/database/unit-of-work";

export interface RelyingParty {
  id: string;
  origin: string;
}

/** Finds the relying party; called only when a passkey may be used. */
export type FindRelyingParty = (tx: Tx) => Promise<RelyingParty>;

/** Uses the request's host name if the database lists it for the tenant, never an unverified header. */
export const relyingPartyOf =
  (platform: Platform, request: FastifyRequest): FindRelyingParty =>
  async (tx) => {
    const { domain, origin } = await requestedAddress(platform, request)(tx);
    return { id: domain, origin };
  };
