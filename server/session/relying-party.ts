import type { FastifyRequest } from "fastify";
import { askedAt } from "../platform/http/asked-at";
import type { Platform } from "../platform/platform";
import type { Tx } from "../platform/database/unit-of-work";

/** Where a passkey is good: a host name of the tenant's, and the origin that pages there have. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** Asked only when a passkey may come in. */
export type FindParty = (tx: Tx) => Promise<RelyingParty>;

/** By the host name that the request came to, as far as the database knows it for the tenant's; never what it claims. */
export const partyOf =
  (platform: Platform, request: FastifyRequest): FindParty =>
  async (tx) => {
    const { domain, origin } = await askedAt(platform, request)(tx);
    return { id: domain, origin };
  };
